import type { Slide, Vendor } from '../slide.ts'
import type { Format, TiffCandidate } from './format.ts'

/** A format that is a TIFF with conventions of its own. */
export interface TiffFormat {
  readonly name: Vendor
  readonly title: string
  detect(tiff: TiffCandidate, signal?: AbortSignal): boolean | Promise<boolean>
  open(
    tiff: TiffCandidate,
    signal: AbortSignal | undefined,
  ): Promise<Omit<Slide, 'vendor' | 'warnings' | 'close'>>
}

export function tiffFormat({ name, title, detect, open }: TiffFormat): Format {
  return {
    name,
    title,
    detect: ({ tiff, signal }) => tiff !== undefined && detect(tiff, signal),
    async open({ tiff, signal }) {
      if (!tiff) throw new TypeError(`${title}: was asked to open what it did not detect`)
      const slide = await open(tiff, signal)
      return { vendor: name, ...slide, warnings: tiff.file.warnings.all, close: async () => {} }
    },
  }
}
