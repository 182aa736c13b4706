import { extensionOf } from '../../contract/src/files/uploads.ts'
import { takeOrders } from '../support/child.ts'
import { putWithCurl, runCurl } from './curl.ts'

export interface ScriptOrder {
  /** Where the API is. */
  api: string
  token: string
  names: readonly string[]
  /** Of each file. */
  size: number
  /** The parts of a file are these again and again. */
  pieces: readonly string[]
  connections: number
}

export interface ScriptReport {
  milliseconds: number
}

interface Begun {
  id: string
  etags: string[]
}

/**
 * What someone would script: a curl for each call, a curl for each part. Runs in a process of its own: what that and its
 * children use is the figure of the script.
 */
takeOrders(async (order: ScriptOrder): Promise<ScriptReport> => {
  const { names, size, pieces, connections } = order
  const since = performance.now()
  const files = await doAtOnce(connections, names, async (name): Promise<Begun> => {
    const body = { name, size, media_type: extensionOf(name) }
    const { id } = await call<{ id: string }>(order, 'POST', 'files/', body)
    const { part_count: count } = await call<{ part_count: number }>(
      order,
      'POST',
      `files/${id}/multipart/init/`,
    )
    return { id, etags: Array.from({ length: count }, () => '') }
  })
  const parts = files.flatMap(({ id, etags }) => etags.map((_, index) => ({ id, etags, index })))
  await doAtOnce(connections, parts, async ({ id, etags, index }) => {
    const where = `files/${id}/multipart/part-url/?partNumber=${index + 1}`
    const { url } = await call<{ url: string }>(order, 'GET', where)
    const [etag = ''] = await putWithCurl(pieces[index % pieces.length] ?? '', [url])
    etags[index] = etag
  })
  await doAtOnce(connections, files, ({ id, etags }) => {
    const list = etags.map((etag, index) => ({ PartNumber: index + 1, ETag: etag }))
    return call(order, 'POST', `files/${id}/multipart/complete/`, { parts: list })
  })
  return { milliseconds: performance.now() - since }
})

async function call<T>(
  { api, token }: ScriptOrder,
  method: string,
  where: string,
  body?: object,
): Promise<T> {
  const settings = [
    `url = "${api}/${where}"`,
    `request = "${method}"`,
    `header = "Authorization: Bearer ${token}"`,
  ]
  // Quoted for curl in the same way as a text of JSON is.
  const content = body && ['header = "Content-Type: application/json"', `data = ${quote(body)}`]
  return JSON.parse(await runCurl([...settings, ...(content ?? [])]))
}

const quote = (body: object) => JSON.stringify(JSON.stringify(body))

/** So many of them at once; the results are in the order of the items. */
async function doAtOnce<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const workSome = async () => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: count }, workSome))
  return results
}
