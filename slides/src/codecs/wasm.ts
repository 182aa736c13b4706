import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/** The global, as far as it is used here: its types come with a browser's only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<WasmModule>
  Instance: new (module: WasmModule, imports: WasmImports) => WasmInstance
}

export type WasmModule = object
export type WasmImports = Record<string, Record<string, unknown>>
export interface WasmInstance {
  readonly exports: Record<string, unknown>
}

/** What modules made by Emscripten can be told when they are made. */
export interface EmscriptenOptions {
  readonly noInitialRun?: boolean
  readonly instantiateWasm?: (
    imports: WasmImports,
    done: (instance: WasmInstance) => void,
  ) => Record<string, unknown>
  /** Takes a line of messages, which would go to the console. */
  readonly print?: (line: string) => void
  readonly printErr?: (line: string) => void
}

/** The `.wasm` file of an installed package, compiled for this thread. */
export const compileWasm = async (path: string): Promise<WasmModule> =>
  WebAssembly.compile(await readFile(resolve(path)))

/** The same of a package that carries its module inside its script. */
export async function compileEmbeddedWasm(path: string): Promise<WasmModule> {
  const script = await readFile(resolve(path), 'latin1')
  const [, base64 = ''] = /data:application\/octet-stream;base64,([\w+/=]+)/.exec(script) ?? []
  return WebAssembly.compile(Buffer.from(base64, 'base64'))
}

/** How many bytes a decoder's memory may grow to; set before each block. */
export interface MemoryBound {
  bytes: number
}

/**
 * Makes a module of Emscripten stay within `bound`: allocations beyond it fail inside, as if the machine had no more.
 * Without it a block of a few bytes may claim 2 GB.
 */
export const instantiateWithin =
  (module: WasmModule, bound: MemoryBound): NonNullable<EmscriptenOptions['instantiateWasm']> =>
  (imports, done) => {
    const bounded = Object.fromEntries(
      Object.entries(imports).map(([name, functions]) => [name, boundGrowth(functions, bound)]),
    )
    const instance = new WebAssembly.Instance(module, bounded)
    done(instance)
    return instance.exports
  }

function boundGrowth(functions: Record<string, unknown>, bound: MemoryBound): Record<string, unknown> {
  const result = { ...functions }
  for (const [name, grow] of Object.entries(functions)) {
    // Emscripten shortens the names of imports, not those of the functions.
    if (typeof grow !== 'function' || grow.name !== '_emscripten_resize_heap') continue
    result[name] = (bytes: number) => bytes >>> 0 <= bound.bytes && grow(bytes)
  }
  return result
}
