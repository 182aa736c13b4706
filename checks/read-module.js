import { parseSync } from 'vite'

/** @typedef {{ imports: string[], readsEnvironment: boolean, spreadsLiteral: boolean, broken: string | undefined }} Module */
/** @typedef {{ type: string } & Record<string, unknown>} SyntaxNode */

/**
 * What a module imports (statically, by re-export, dynamically or in a type), whether it reads the environment, and
 * whether it spreads an object literal into another, from its syntax tree: comments, strings and templates don't count.
 * @param {string} path
 * @param {string} source
 * @returns {Module}
 */
export function readModule(path, source) {
  const { program, errors } = parseSync(path, source)
  /** @type {Set<string>} */
  const imports = new Set()
  let readsEnvironment = false
  let spreadsLiteral = false
  visit(program, (node) => {
    const specifier = specifierOf(node)
    if (specifier !== undefined) imports.add(specifier)
    if (isEnvironment(node)) readsEnvironment = true
    if (isSpreadLiteral(node)) spreadsLiteral = true
  })
  return { imports: [...imports], readsEnvironment, spreadsLiteral, broken: errors[0]?.message }
}

/**
 * @param {unknown} node
 * @param {(node: SyntaxNode) => void} look
 */
function visit(node, look) {
  if (Array.isArray(node)) for (const item of node) visit(item, look)
  if (!isNode(node)) return
  look(node)
  for (const value of Object.values(node)) if (typeof value === 'object') visit(value, look)
}

/** @param {unknown} value @returns {value is SyntaxNode} */
const isNode = (value) => typeof value === 'object' && value !== null && 'type' in value

/** @param {SyntaxNode} node */
const isSpreadLiteral = ({ type, argument }) =>
  (type === 'SpreadElement' || type === 'JSXSpreadAttribute') &&
  isNode(argument) &&
  argument.type === 'ObjectExpression'

const importingNodes = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** @param {SyntaxNode} node */
function specifierOf({ type, source }) {
  if (!importingNodes.has(type) || !isNode(source)) return undefined
  return typeof source.value === 'string' ? source.value : undefined
}

/**
 * `process.env` however it is reached: as a member, by destructuring, or through the module `node:process`.
 * @param {SyntaxNode} node
 */
function isEnvironment(node) {
  if (node.type === 'MemberExpression') return isProcess(node.object) && isNamed(node.property, 'env')
  if (node.type === 'VariableDeclarator' && isProcess(node.init))
    return takesEnvironment(node.id, 'properties', 'key')
  return /^(node:)?process$/.test(specifierOf(node) ?? '') && importsEnvironment(node)
}

/**
 * Whoever imports the whole module, under whatever name, can read the environment from it; only named imports
 * of other things can't.
 * @param {SyntaxNode} node that imports or re-exports `node:process`
 */
function importsEnvironment(node) {
  const { specifiers } = node
  if (!Array.isArray(specifiers)) return true
  return specifiers.some((specifier) => {
    const name = specifier.imported ?? specifier.local
    const named = specifier.type === 'ImportSpecifier' || specifier.type === 'ExportSpecifier'
    return !named || isNamed(name, 'env') || isNamed(name, 'default')
  })
}

/** @param {unknown} node */
const isProcess = (node) =>
  isNode(node) &&
  (isNamed(node, 'process') || (node.type === 'MemberExpression' && isNamed(node.property, 'process')))

/** @param {unknown} node @param {string} name */
const isNamed = (node, name) => isNode(node) && (node.name === name || node.value === name)

/**
 * @param {unknown} node
 * @param {string} list
 * @param {string} key
 */
function takesEnvironment(node, list, key) {
  const entries = isNode(node) ? node[list] : undefined
  return Array.isArray(entries) && entries.some((entry) => isNode(entry) && isNamed(entry[key], 'env'))
}
