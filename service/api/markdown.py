"""The rules, which are written in Markdown, as HTML for a page."""

import re
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt
from markupsafe import Markup

_markdown: Final = MarkdownIt("commonmark", {"html": False}).enable("table")


def place_of(heading: str) -> str:
    """Where a heading is found on its page: its words in lower case, joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", heading.lower()))


def rendered(text: str) -> Markup:
    """Markdown as HTML. Each heading has an id, and a table stands in a box of its own, that it may scroll in."""
    tokens = _markdown.parse(text)
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", place_of(inside.content))
    html: str = _markdown.renderer.render(tokens, _markdown.options, {}).replace("<th></th>", "<td></td>")
    html = (
        html.replace("<pre>", '<pre tabindex="0">')
        .replace("<table>", '<div class="scroll" tabindex="0"><table>')
        .replace("</table>", "</table></div>")
    )
    return Markup(html)  # noqa: S704  # our own text, and HTML in it is off
