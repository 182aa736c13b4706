import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { LaunchFailure } from './failure.js'

/**
 * The commit at which the work in a checkout left the main branch.
 * @param {string} checkout
 */
export async function findBase(checkout) {
  for (const main of ['origin/main', 'main']) {
    const [commit] = await git(checkout, ['merge-base', 'HEAD', main]).catch(() => [])
    if (commit) return commit
  }
  throw new LaunchFailure(
    'What has changed is not known, because this checkout has no branch named main. Run npm test without --changed.',
  )
}

/**
 * What differs from a commit, with what is not committed yet.
 * @param {string} checkout
 * @param {string} base
 */
export async function changedFiles(checkout, base) {
  const differing = await git(checkout, ['diff', '--name-only', base])
  const untracked = await git(checkout, ['ls-files', '--others', '--exclude-standard'])
  return [...differing, ...untracked]
}

/**
 * @param {string} checkout
 * @param {string[]} words
 * @returns {Promise<string[]>} lines
 */
async function git(checkout, words) {
  const { stdout } = await promisify(execFile)('git', words, { cwd: checkout })
  return stdout.split('\n').filter((line) => line !== '')
}
