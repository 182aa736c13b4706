import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

/** The texts, and what their bytes are exported as. */
export const texts = { 'tile-loops': 'tileLoopsBytes', 'overview-loops': 'overviewLoopsBytes' } as const

export type TextName = keyof typeof texts

/** What a text is in bytes, base64. */
export async function assemble(name: TextName): Promise<string> {
  const { parseWat } = await wabt()
  const text = await readFile(new URL(`../${name}.wat`, import.meta.url), 'utf8')
  const parsed = parseWat(`${name}.wat`, text, { simd: true })
  try {
    return Buffer.from(parsed.toBinary({}).buffer).toString('base64')
  } finally {
    parsed.destroy()
  }
}

// `node analysis/src/loops/test-support/assemble.ts` after each change of a text.
if (import.meta.main)
  for (const name of Object.keys(texts) as TextName[]) {
    const about = `/** \`${name}.wat\`, assembled by \`test-support/assemble.ts\`: base64. */`
    const code = `${about}\nexport const ${texts[name]} =\n  '${await assemble(name)}'\n`
    await writeFile(new URL(`../${name}-bytes.ts`, import.meta.url), code)
  }
