/** The version of Node that the server, its type stripping and the tests are written for. */
export const wantedMajor = 24
const oldestMajor = 18

/**
 * @typedef {object} Machine
 * @property {string} version of the running Node, such as v20.11.0
 * @property {string} platform
 * @property {string} arch
 * @property {boolean} musl
 * @property {boolean} externalDatabase
 */
/** @typedef {{ use: 'running' } | { use: 'fetched', package: string } | { use: 'none', reason: string }} NodeChoice */

/** @param {string} version */
export const majorOf = (version) => Number.parseInt(version.replace(/^v/, ''), 10)

/**
 * Which Node to run the product with on this machine, or the sentence that says why none will do.
 * @param {Machine} machine
 * @returns {NodeChoice}
 */
export function chooseNode({ version, platform, arch, musl, externalDatabase }) {
  const recent = majorOf(version) >= wantedMajor
  if (platform === 'win32') {
    return none(
      'Cresyl does not run on Windows itself, because its storage and processes rely on POSIX. ' +
        'Install WSL (wsl --install) and run the same command inside it.',
    )
  }
  if (majorOf(version) < oldestMajor) {
    return none(
      `Cresyl cannot be started by Node ${version}, because it is older than ${oldestMajor}. ` +
        `Install Node ${wantedMajor} from https://nodejs.org and run the command again.`,
    )
  }
  if (musl && !(recent && externalDatabase)) {
    return none(
      "Cresyl cannot run its own PostgreSQL here, because PostgreSQL's binaries need glibc and this system uses musl. " +
        `Use a distribution with glibc (Debian, Ubuntu, Fedora), or install Node ${wantedMajor} yourself and set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  if (recent) return { use: 'running' }
  if (!['linux', 'darwin'].includes(platform) || !['x64', 'arm64'].includes(arch)) {
    return none(
      `Cresyl needs Node ${wantedMajor}, and there is none to fetch for ${platform} on ${arch}. ` +
        `Install Node ${wantedMajor} yourself and run the command again.`,
    )
  }
  return { use: 'fetched', package: `node-${platform}-${arch}` }
}

/** @param {string} reason @returns {NodeChoice} */
const none = (reason) => ({ use: 'none', reason })

/** @returns {Machine} */
export function describeMachine(environment = process.env) {
  return {
    version: process.version,
    platform: process.platform,
    arch: process.arch,
    musl: process.platform === 'linux' && !hasGlibc(),
    externalDatabase: Boolean(environment.DATABASE_URL),
  }
}

function hasGlibc() {
  // Without this the report looks up the name of every open connection.
  if ('excludeNetwork' in process.report) process.report.excludeNetwork = true
  const report = /** @type {{ header: object }} */ (process.report.getReport())
  return 'glibcVersionRuntime' in report.header
}
