import { createHash } from 'node:crypto'

export interface PartLayout {
  size: number
  partSize: number
}

export function partCount({ size, partSize }: PartLayout): number {
  return Math.ceil(size / partSize)
}

export function partOffset({ partSize }: PartLayout, partNumber: number): number {
  return (partNumber - 1) * partSize
}

export function isPartNumber(layout: PartLayout, partNumber: number): boolean {
  return Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= partCount(layout)
}

/** Every part is as large as the table says; only the last is what remains. */
export function partLength(layout: PartLayout, partNumber: number): number {
  return Math.min(layout.partSize, layout.size - partOffset(layout, partNumber))
}

/** The hash of a file that arrived in parts: SHA-256 over the SHA-256 of each, in order. */
export function treeHash(partHashes: readonly Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const each of partHashes) hash.update(each)
  return hash.digest()
}
