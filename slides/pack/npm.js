import { spawnSync } from 'node:child_process'

/**
 * @param {string[]} args
 * @param {{ cwd: string, stdio?: 'inherit' | 'pipe' }} options
 */
export const runNpm = (args, options) => spawnSync('npm', args, { encoding: 'utf8', ...options })
