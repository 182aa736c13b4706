/** The global, as far as it is used here: its types come with a browser's only. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { readonly exports: unknown }
}

interface Memory {
  readonly buffer: ArrayBuffer
  /** By so many pages. */
  grow(pages: number): number
}

const pageBytes = 65_536

export interface WithMemory {
  /** Makes the memory at least so large. Views of what it was before are void if it had to grow. */
  reserve(bytes: number): ArrayBuffer
}

/**
 * The loops of a module that was assembled, base64, with a memory of their own. Nothing is read from disk: it works
 * wherever this file does.
 */
export function instantiate<Loops extends object>(assembled: string): Loops & WithMemory {
  const module = new WebAssembly.Module(Buffer.from(assembled, 'base64'))
  // Its exports are those of the text, which a test assembles anew.
  const { memory, ...loops } = new WebAssembly.Instance(module).exports as Loops & { memory: Memory }
  return {
    ...(loops as unknown as Loops), // what is left when `memory` is taken away, which TypeScript can't tell
    reserve(bytes) {
      const missing = bytes - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
      return memory.buffer
    },
  }
}

/** The next place where vectors, and numbers of any size, lie well. */
export const aligned = (place: number): number => Math.ceil(place / 16) * 16
