import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.js'

/** @typedef {{ name: string, args: string[] }} StaticCheck */

/** A type check for the root and for each workspace that has settings for one. @returns {StaticCheck[]} */
export function typeChecks(checkout = root) {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc')
  return ['.', ...workspaces]
    .filter((folder) => existsSync(join(checkout, folder, 'tsconfig.json')))
    .map((folder) => ({
      name: `types: ${folder === '.' ? 'launch, checks' : folder}`,
      args: [compiler, '-p', join(checkout, folder)],
    }))
}

/** @returns {StaticCheck[]} */
export const lintChecks = (checkout = root) => [
  {
    name: 'lint and format',
    args: [join(checkout, 'node_modules', '@biomejs', 'biome', 'bin', 'biome'), 'ci', '.'],
  },
]

/** @returns {StaticCheck[]} */
export const importChecks = (checkout = root) => [
  { name: 'imports', args: [join(checkout, 'checks', 'imports.js')] },
]
