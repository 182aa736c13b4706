/**
 * The import cycles of a graph: the shortest one through the first file of each knot of files that import
 * each other.
 * @param {Map<string, string[]>} graph
 * @returns {string[][]} each from a file back to itself
 */
export function findCycles(graph) {
  /** @type {Set<string>} */
  const known = new Set()
  const cycles = []
  for (const file of [...graph.keys()].sort()) {
    if (known.has(file)) continue
    const cycle = shortestPath(graph, file, file)
    if (!cycle) continue
    cycles.push(cycle)
    for (const member of knotOf(graph, file)) known.add(member)
  }
  return cycles
}

/**
 * The shortest way from one file to another along imports, of at least one step.
 * @param {Map<string, string[]>} graph
 * @param {string} from
 * @param {string} to
 * @returns {string[] | undefined}
 */
function shortestPath(graph, from, to) {
  const queue = [[from]]
  const seen = new Set()
  for (let path = queue.shift(); path; path = queue.shift()) {
    for (const next of graph.get(path.at(-1) ?? '') ?? []) {
      if (next === to) return [...path, next]
      if (!seen.has(next)) queue.push([...path, next])
      seen.add(next)
    }
  }
  return undefined
}

/**
 * @param {Map<string, string[]>} graph
 * @param {string} file
 */
function knotOf(graph, file) {
  return [...reachable(graph, file)].filter((other) => reachable(graph, other).has(file))
}

/**
 * Every file that is imported from one, directly or through others.
 * @param {Map<string, string[]>} graph
 * @param {string} from
 */
export function reachable(graph, from) {
  /** @type {Set<string>} */
  const found = new Set()
  const pending = [from]
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    for (const next of graph.get(file) ?? []) {
      if (!found.has(next)) pending.push(next)
      found.add(next)
    }
  }
  return found
}
