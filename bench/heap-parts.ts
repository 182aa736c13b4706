import type { DevTools } from './viewer-page.ts'

/** Bytes of a page's heap. */
export interface HeapParts {
  /** Objects, strings, functions and all else that script has made and something still refers to. */
  kept: number
  /** What the browser compiled; it grows while code becomes hot, however little is kept. */
  code: number
}

/** The part of a snapshot that is read: a table of numbers, one row for each thing on the heap. */
export interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: (string[] | string)[] } }
  nodes: number[]
}

/** The browser's own, which the heap of scripts doesn't hold. */
const isOfBrowser = (type: string | undefined) => type === 'native' || type === 'synthetic'

export function sumHeap({ snapshot: { meta }, nodes }: HeapSnapshot): HeapParts {
  const fields = meta.node_fields
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const types = meta.node_types[typeAt] ?? []
  const parts = { kept: 0, code: 0 }
  for (let row = 0; row < nodes.length; row += fields.length) {
    const type = types[nodes[row + typeAt] ?? -1]
    if (!isOfBrowser(type)) parts[type === 'code' ? 'code' : 'kept'] += nodes[row + sizeAt] ?? 0
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
