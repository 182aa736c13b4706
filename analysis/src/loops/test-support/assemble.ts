import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

const textFile = new URL('../tile-loops.wat', import.meta.url)
const bytesFile = new URL('../tile-loops-bytes.ts', import.meta.url)

/** What `tile-loops.wat` is in bytes, base64. */
export async function assembleTileLoops(): Promise<string> {
  const { parseWat } = await wabt()
  const parsed = parseWat('tile-loops.wat', await readFile(textFile, 'utf8'), { simd: true })
  try {
    return Buffer.from(parsed.toBinary({}).buffer).toString('base64')
  } finally {
    parsed.destroy()
  }
}

// `node analysis/src/loops/test-support/assemble.ts` after each change of the text.
if (import.meta.main) {
  const about = '/** `tile-loops.wat`, assembled by `test-support/assemble.ts`: base64. */'
  await writeFile(bytesFile, `${about}\nexport const tileLoopsBytes =\n  '${await assembleTileLoops()}'\n`)
}
