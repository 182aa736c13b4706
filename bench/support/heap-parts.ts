import type { DevTools } from '../viewer/page.ts'

/** Bytes of a page's heap. */
export interface HeapParts {
  /** Objects, strings, functions, contents of buffers and all else that script has made and something refers to. */
  kept: number
  /** What the browser compiled; it grows while code becomes hot, however little is kept. */
  code: number
}

/** The part of a snapshot that is read: a table of numbers, one row for each thing on the heap. */
export interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: (string[] | string)[] } }
  nodes: number[]
  strings: string[]
}

/** The browser's own, which no script has made. */
const isOfBrowser = (type: string | undefined, name: string | undefined) =>
  type === 'synthetic' || (type === 'native' && name !== contentsOfBuffer)
const contentsOfBuffer = 'system / JSArrayBufferData'

export function sumHeap({ snapshot: { meta }, nodes, strings }: HeapSnapshot): HeapParts {
  const fields = meta.node_fields
  const [typeAt, nameAt] = [fields.indexOf('type'), fields.indexOf('name')]
  const sizeAt = fields.indexOf('self_size')
  const types = meta.node_types[typeAt] ?? []
  const parts = { kept: 0, code: 0 }
  for (let row = 0; row < nodes.length; row += fields.length) {
    const type = types[nodes[row + typeAt] ?? -1]
    const name = strings[nodes[row + nameAt] ?? -1]
    if (!isOfBrowser(type, name)) parts[type === 'code' ? 'code' : 'kept'] += nodes[row + sizeAt] ?? 0
  }
  return parts
}

export async function readHeapParts(devTools: DevTools): Promise<HeapParts> {
  const chunks: string[] = []
  const collect = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  devTools.on('HeapProfiler.addHeapSnapshotChunk', collect)
  await devTools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devTools.off('HeapProfiler.addHeapSnapshotChunk', collect)
  return sumHeap(JSON.parse(chunks.join('')))
}
