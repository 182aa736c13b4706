/** A file's place: its room (top folder), its area (folder under src) and, in web/src/features, its feature. */
/**
 * @typedef {object} Place
 * @property {string} path relative to the checkout
 * @property {string} room
 * @property {string | undefined} area undefined outside src
 * @property {string | undefined} feature
 * @property {boolean} test a test or what only tests use
 * @property {boolean} support used by tests, no test itself
 */

/** Which rooms a room may import besides itself. Those not named here may import any. @type {Record<string, string[]>} */
export const roomRules = {
  contract: [],
  slides: [],
  analysis: ['slides', 'contract'],
  server: ['contract', 'slides', 'analysis'],
  web: ['contract'],
}

/** Rooms that may import anything, and by relative path. */
export const openRooms = ['e2e', 'bench']

export const rooms = [...Object.keys(roomRules), ...openRooms]

const everything = ['*']

/** What every reader and writer of slides speaks of. */
const slideTerms = ['slide', 'pixels', 'errors', 'limits']

/** Which areas an area may import besides itself; `*` is all. @type {Record<string, Record<string, string[]>>} */
export const areaRules = {
  slides: {
    index: everything,
    cli: everything,
    cases: everything,
    open: ['formats', 'source', ...slideTerms],
    formats: ['tiff', 'czi', 'xml', 'source', ...slideTerms],
    tiff: ['codecs', 'source', ...slideTerms],
    czi: ['codecs', 'xml', 'source', ...slideTerms],
    procedural: ['write', 'render', ...slideTerms],
    deidentify: ['formats', 'tiff', 'czi', 'xml', 'source', 'write', ...slideTerms],
    write: ['tiff', 'codecs', 'render', 'xml', ...slideTerms],
    render: ['codecs', ...slideTerms],
    codecs: slideTerms,
    source: slideTerms,
    xml: slideTerms,
    slide: slideTerms,
    errors: [],
    limits: [],
    pixels: [],
  },
  server: {
    main: everything,
    api: everything,
    worker: everything,
    cli: everything,
    http: ['domain', 'identity', 'platform'],
    workers: ['domain', 'platform'],
    identity: ['domain', 'platform'],
    domain: ['platform'],
    platform: [],
  },
  web: {
    main: everything,
    silent: ['lib'],
    'service-worker': [],
    app: ['features', 'engine', 'ui', 'lib'],
    features: ['engine', 'ui', 'lib'],
    engine: ['lib'],
    ui: ['lib'],
    lib: [],
  },
}

/** Packages the viewer's engine must do without, even through what it imports. */
export const reactPackages =
  /^(react|react-dom|react-router|lucide-react|@mui\/.+|@emotion\/.+|@tanstack\/react-.+)$/

/** @param {string} path relative to the checkout @returns {Place} */
export function placeOf(path) {
  const [room = '', source, ...rest] = path.split('/')
  const inSource = source === 'src' && rest.length > 0
  const area = inSource ? (rest[0] ?? '').replace(/\.tsx?$/, '') : undefined
  const feature = area === 'features' && rest.length > 2 ? rest[1] : undefined
  const isTest = /\.(test|long)\.tsx?$/.test(path)
  const support = !isTest && /(^|\/)(test-[^/]+\.tsx?$|(test|tests|testing|test-support)\/)/.test(path)
  return { path, room, area, feature, test: isTest || support, support }
}

/** @param {Place} place */
export function mayReadEnvironment({ path, room, area, test }) {
  if (test || openRooms.includes(room) || /\.config\.ts$/.test(path)) return true
  return path.startsWith('server/src/platform/config/') || (room === 'server' && area === 'cli')
}
