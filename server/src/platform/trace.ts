/** Which story of a larger system a request belongs to, as W3C Trace Context tells it. */
export interface Trace {
  /** 32 hexadecimal digits. */
  id: string
  /** What caused it over there, 16 digits; absent where the story begins here. */
  parent?: string
}

const traceparent = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** The trace that the header names, or one that begins with this request: its id has the form of one. */
export function traceOf(header: unknown, requestId: string): Trace {
  const [, id, parent] = (typeof header === 'string' && traceparent.exec(header)) || []
  if (id === undefined || parent === undefined) return { id: requestId.replaceAll('-', '') }
  return { id, parent }
}
