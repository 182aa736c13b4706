/**
 * @typedef {object} Manifest
 * @property {Record<string, string>} [exports]
 * @property {Record<string, string>} [bin]
 * @property {Record<string, string>} [scripts]
 */

/**
 * The manifest of the packed package: what points at TypeScript in the checkout points at what was emitted from it,
 * because Node runs no TypeScript under node_modules. The scripts stay behind with the folder they work in.
 * @param {Manifest} manifest
 */
export function packedManifest({ scripts: _, ...manifest }) {
  return {
    ...manifest,
    exports: mapValues(manifest.exports ?? {}, (path) =>
      isSource(path) ? { types: emitted(path, '.d.ts'), default: emitted(path, '.js') } : path,
    ),
    bin: mapValues(manifest.bin ?? {}, (path) => emitted(path, '.js')),
  }
}

/** @param {string} path */
const isSource = (path) => path.endsWith('.ts')

/**
 * @param {string} path
 * @param {string} ending
 */
function emitted(path, ending) {
  const name = /^(?:\.\/)?src\/(.+)\.ts$/.exec(path)?.[1]
  if (name === undefined) throw new Error(`package.json refers to ${path}, which is not a .ts file in src/.`)
  return `./dist/${name}${ending}`
}

/**
 * @template Value, Mapped
 * @param {Record<string, Value>} record
 * @param {(value: Value) => Mapped} map
 * @returns {Record<string, Mapped>}
 */
const mapValues = (record, map) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))
