import { playButtons, speak, theme } from "./shell.js";

const { t } = await speak();
theme();
playButtons(t);
