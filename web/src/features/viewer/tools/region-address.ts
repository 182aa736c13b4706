import type { RegionRequest } from '@cresyl/contract/slides/exports'

/** Where a region lies that is made while one waits. */
export function regionAddress(imageId: string, { icc, ...region }: RegionRequest): string {
  const parts = Object.entries({ ...region, icc: icc ? '1' : '0' })
  const query = new URLSearchParams(parts.map(([name, value]) => [name, String(value)]))
  return `/api/viewers/regions/${imageId}/?${query}`
}

/** What the server calls it; null where it doesn't say. */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null
}
