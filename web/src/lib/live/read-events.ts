import { type ChangeEvent, changeEvent, eventStream } from '@cresyl/contract/events'
import { createEventParser } from './event-parser.ts'

export interface EventEars {
  change(change: ChangeEvent): void
  reset(): void
  /** Something came, be it only the beat. */
  sign(): void
}

/** Reads an open stream to its end. */
export async function readEvents(body: ReadableStream<Uint8Array>, ears: EventEars): Promise<void> {
  const parse = createEventParser(({ event, data }) => {
    if (event === eventStream.reset) ears.reset()
    if (event !== eventStream.change) return
    const change = changeOf(data)
    // A newer server may speak of what this page doesn't know.
    if (change) ears.change(change)
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    ears.sign()
    parse(decoder.decode(part.value, { stream: true }))
  }
}

function changeOf(data: string): ChangeEvent | undefined {
  try {
    return changeEvent.safeParse(JSON.parse(data)).data
  } catch {
    return undefined
  }
}
