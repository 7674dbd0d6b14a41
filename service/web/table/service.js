/** What the table asks of the service: requests with a token, problems as errors, and the stream of a game. */

/** An answer that is no success; status 0 where there was no answer at all. */
export class Problem extends Error {
  constructor(status, body = {}, seconds = 0) {
    super(body.detail ?? body.title ?? String(status));
    this.status = status;
    this.body = body;
    this.seconds = seconds;
  }
}

/** Resolves after so many milliseconds, or as soon as the signal is aborted or the network is back. */
export const pause = (milliseconds, signal) =>
  new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", () => done(clearTimeout(timer)), { once: true });
    addEventListener("online", () => done(clearTimeout(timer)), { once: true });
  });

/** Whether asking again may help: no answer, too many requests, or a service that is not well. */
const passes = ({ status }) => !status || status === 429 || status >= 500;

/** One service at one address, asked with one token. */
export class Service {
  constructor(base, token) {
    this.base = base;
    this.token = token;
  }

  /** The Response to a request; throws a Problem. */
  async ask(method, path, { body, headers = {}, signal } = {}) {
    const sent = { ...headers };
    if (this.token) sent.Authorization = `Bearer ${this.token}`;
    if (body) sent["Content-Type"] = "application/json";
    let response;
    try {
      const init = { method, headers: sent, body: body && JSON.stringify(body), signal, cache: "no-store" };
      response = await fetch(new URL(path, this.base), init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Problem(0);
    }
    if (response.ok) return response;
    const seconds = Number(response.headers.get("Retry-After")) || 0;
    throw new Problem(response.status, await response.json().catch(() => ({})), seconds);
  }

  /** The JSON that answers a request; as long as asking again may help, `waits(problem)` is called and it is asked again. */
  async json(method, path, options, waits) {
    for (;;) {
      try {
        return await (await this.ask(method, path, options)).json();
      } catch (error) {
        if (!(waits && error instanceof Problem && passes(error))) throw error;
        waits(error);
        await pause((error.seconds || 1) * 1000, options.signal);
      }
    }
  }

  /**
   * Follows a game from event number `after` on until it is over or the signal is aborted. Calls `heard(events)` with
   * what came together, and `linked(true or false)` when the connection stands or is lost. Throws a Problem that
   * no waiting mends.
   */
  async follow(id, after, signal, heard, linked) {
    for (let tries = 0; !signal.aborted; tries += 1) {
      let wait = Math.min(500 * 2 ** tries, 8000);
      try {
        const response = await this.ask("GET", `games/${id}/stream?after=${after}`, { signal });
        if (response.status === 204) return;
        linked(true);
        tries = 0;
        for await (const events of messages(response.body)) {
          after = events.at(-1).seq;
          heard(events);
          if (events.at(-1).type === "game_over") return;
        }
        wait = 100;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Problem && !passes(error)) throw error;
        if (error.seconds) wait = error.seconds * 1000;
        linked(false, error);
      }
      await pause(wait, signal);
    }
  }
}

/** The events of a stream, those that came in one piece together. */
async function* messages(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let left = ""; ; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (left + value).split("\n\n");
    left = parts.pop();
    const lines = parts.flatMap((part) => part.split("\n").filter((line) => line.startsWith("data:")));
    if (lines.length) yield lines.map((line) => JSON.parse(line.slice(5)));
  }
}
