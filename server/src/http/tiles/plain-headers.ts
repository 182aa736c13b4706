import type { IncomingHttpHeaders } from 'node:http'

/** What pictures are answered by; of a request with a body, or with one of them twice, there are none. */
const wanted = [
  'host',
  'authorization',
  'accept',
  'accept-encoding',
  'if-none-match',
  'traceparent',
] as const satisfies (keyof IncomingHttpHeaders)[]

export type PlainHeaders = { [name in (typeof wanted)[number]]: string | undefined }

const lengths = new Set([...wanted, 'content-length', 'transfer-encoding'].map(({ length }) => length))

/** The headers as they came, names and values in turn: of a browser's dozen, Node would make an object first. */
export function readPlainHeaders(raw: readonly string[]): PlainHeaders | undefined {
  const found: PlainHeaders = {
    host: undefined,
    authorization: undefined,
    accept: undefined,
    'accept-encoding': undefined,
    'if-none-match': undefined,
    traceparent: undefined,
  }
  for (let at = 0; at < raw.length; at += 2) {
    const sent = raw[at] as string
    if (!lengths.has(sent.length)) continue
    const name = sent.toLowerCase()
    if (name === 'content-length' || name === 'transfer-encoding') return undefined
    if (!isWanted(name)) continue
    if (found[name] !== undefined) return undefined
    found[name] = raw[at + 1]
  }
  return found
}

const isWanted = (name: string): name is keyof PlainHeaders => (wanted as readonly string[]).includes(name)
