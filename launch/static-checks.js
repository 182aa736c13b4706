import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './places.js'

/** @typedef {{ name: string, args: string[], env?: NodeJS.ProcessEnv }} StaticCheck */

/** Where tests see more than the code does, they have settings of their own. */
const settingsFiles = ['tsconfig.json', 'tsconfig.test.json']

/** A type check for the root and for each workspace that has settings for one. @returns {StaticCheck[]} */
export function typeChecks(checkout = root) {
  /** @type {{ workspaces: string[] }} */
  const { workspaces } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
  const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc')
  return ['.', ...workspaces].flatMap((folder) =>
    settingsFiles
      .filter((file) => existsSync(join(checkout, folder, file)))
      .map((file) => ({
        name: `types: ${folder === '.' ? 'launch, checks, bench' : folder}${file === 'tsconfig.json' ? '' : ' (tests)'}`,
        // Checkers side by side in one program each work out the same types: two programs side by side do not.
        args: [compiler, '-p', join(checkout, folder, file), '--checkers', '1'],
        env: { GOGC: '400' },
      })),
  )
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
