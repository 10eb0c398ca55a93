// Finds the program for this system, which npm installs in a package of its own.
import { createRequire } from "node:module";
import process from "node:process";

/** The program's file, or undefined if there's none for this system or it wasn't installed. */
export function findProgram() {
  const named = process.env["ROWKEY_PROGRAM"];
  if (named) {
    return named;
  }
  const { platform, arch } = process;
  const name = platform === "win32" ? "rowkey.exe" : "rowkey";
  try {
    return createRequire(import.meta.url).resolve(`@rowkey/${platform}-${arch}/${name}`);
  } catch {
    return undefined;
  }
}
