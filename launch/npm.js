import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { LaunchFailure } from './failure.js'
import { cacheFolder, root } from './places.js'

/**
 * The script of the npm that belongs to the running Node. It is run by the Node of our choice, which the
 * `npm` found in PATH would not do.
 */
export function findNpm(environment = process.env, execPath = process.execPath) {
  const beside = join(dirname(realpathSync(execPath)), '../lib/node_modules/npm/bin/npm-cli.js')
  const inPath = (environment.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const scripts = [environment.npm_execpath ?? '', beside, ...inPath]
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => realpathSync(path))
  const found = scripts.find((path) => path.endsWith('npm-cli.js'))
  if (found) return found
  throw new LaunchFailure(
    'The packages cannot be installed, because npm was not found beside Node. Install npm (it comes with Node from https://nodejs.org) and run the command again.',
  )
}

/**
 * The environment for programs of this checkout: the chosen Node comes first in PATH, so that scripts which
 * say `node` get it too.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function withNode(node, environment = process.env) {
  return { ...environment, PATH: `${dirname(node)}${delimiter}${environment.PATH ?? ''}` }
}

/**
 * As `withNode`, for npm: certificates the machine trusts are trusted (companies put their own proxy's there),
 * and its cache can be written to even where there is no home folder.
 * @param {string} node
 * @returns {NodeJS.ProcessEnv}
 */
export function npmEnvironment(node, environment = process.env, checkout = root) {
  const variables = { NODE_USE_SYSTEM_CA: '1', ...withNode(node, environment) }
  const cache = environment.npm_config_cache || join(homedir(), '.npm')
  return isWritable(cache)
    ? variables
    : { ...variables, npm_config_cache: join(cacheFolder(checkout), 'npm') }
}

/** Prints errors only, and gives up on a registry that can't be reached after seconds instead of minutes. */
export const npmManners = [
  ...['--no-audit', '--no-fund', '--no-progress', '--global=false', '--loglevel=error'],
  ...['--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=8000'],
]

/**
 * Whether the folder, or the one it would be made in, can be written to.
 * @param {string} folder
 * @returns {boolean}
 */
function isWritable(folder) {
  if (!folder.startsWith('/')) return false
  if (!existsSync(folder)) return folder !== '/' && isWritable(dirname(folder))
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const npmFaults = [
  {
    pattern: /ENOSPC|EDQUOT/,
    sentence: 'because the disk is full. Free about 1 GB and run the command again.',
  },
  {
    pattern:
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    sentence:
      'because the npm registry cannot be reached. Check the network, the proxy (HTTPS_PROXY) and `npm config get registry`, and run the command again.',
  },
  {
    pattern: /SELF_SIGNED_CERT|UNABLE_TO_|CERT_/,
    sentence:
      'because the certificate of the npm registry, or of the proxy in between, is not trusted. Set NODE_EXTRA_CA_CERTS to the file of your certificate authority and run the command again.',
  },
  {
    pattern: /\bE(ACCES|PERM|ROFS)\b/,
    sentence:
      "because this user may not write to this folder or to npm's cache. Run the command as the user who owns both.",
  },
  {
    pattern: /EUSAGE/,
    sentence:
      'because package.json and package-lock.json do not agree. Run `npm install`, or restore both files, and run the command again.',
  },
]

/**
 * Says why npm failed, from what it printed.
 * @param {string} what the part of the sentence before the reason
 * @param {{ code: number, output: string }} result
 */
export function explainNpmFailure(what, { code, output }) {
  const known = npmFaults.find(({ pattern }) => pattern.test(output))
  const reason =
    known?.sentence ??
    `because npm ended with status ${code}. Its last lines are above; fix what they name and run the command again.`
  return `${what}, ${reason}`
}
