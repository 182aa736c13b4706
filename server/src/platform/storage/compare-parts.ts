import { ApiError } from '@cresyl/contract/api/errors'
import { messages } from '@cresyl/contract/api/messages'
import { type PartLayout, partCount, partLength } from './part-layout.ts'
import type { CompletedPart, StoredPart } from './storage.ts'

/** How many faulty parts are named: enough to see what is wrong, few enough to read. */
const named = 10

/** Refuses parts that aren't all there, each once, as large as they must be and as they were stored. */
export function compareParts(
  layout: PartLayout,
  given: readonly CompletedPart[],
  stored: readonly StoredPart[],
): void {
  if (given.length === 0) throw mismatch(messages.upload.noParts)
  const count = partCount(layout)
  const claimed = new Map(given.map(({ partNumber, etag }) => [partNumber, bareEtag(etag)]))
  const found = new Map(stored.map((part) => [part.partNumber, part]))
  if (given.length !== count || claimed.size !== count) {
    throw mismatch(
      `This upload needs ${count} parts, and ${given.length} were named. Name each of them once.`,
    )
  }
  const faulty: number[] = []
  for (let number = 1; number <= count; number += 1) {
    const part = found.get(number)
    const right =
      part !== undefined &&
      part.size === partLength(layout, number) &&
      claimed.get(number) === bareEtag(part.etag)
    if (!right) faulty.push(number)
  }
  if (faulty.length === 0) return
  const list = faulty.slice(0, named).join(', ') + (faulty.length > named ? ' and others' : '')
  throw mismatch(`Parts are missing or damaged: ${list}. Send them again, then complete.`)
}

/** ETags come in quotes, and clients keep or drop them. */
export function bareEtag(etag: string): string {
  return etag.replace(/^"(.*)"$/, '$1')
}

function mismatch(detail: string): ApiError {
  return new ApiError('parts_mismatch', { detail })
}
