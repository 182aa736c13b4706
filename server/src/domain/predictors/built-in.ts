import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Predictor, predictors } from '@cresyl/analysis'

export interface BuiltIn {
  readonly predictor: Predictor
  /** SHA-256 of its manifest and of all code that could take part: the same digest computes the same. */
  readonly digest: string
}

/** Not part of what computes. */
const ignored = /\.(test|long)\.ts$|(^|\/)(test-support|validity)\//

let known: ReadonlyMap<string, BuiltIn> | undefined

/** What this program computes by itself, by key. The code is looked at once. */
export function builtIn(): ReadonlyMap<string, BuiltIn> {
  if (known) return known
  const code = digestOfCode(dirname(fileURLToPath(import.meta.resolve('@cresyl/analysis'))))
  known = new Map(
    predictors.map((predictor) => {
      const digest = hash('sha256', `${code}\n${JSON.stringify(predictor.manifest)}`)
      return [predictor.manifest.id, { predictor, digest }]
    }),
  )
  return known
}

function digestOfCode(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !ignored.test(name))
    .sort()
  return hash(
    'sha256',
    names.map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`).join('\n'),
  )
}
