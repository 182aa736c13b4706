import { openCzi } from '../czi/open-czi.ts'
import { looksLikeCzi } from '../czi/segments.ts'
import type { Format } from './format.ts'

export const czi: Format = {
  name: 'zeiss',
  title: 'Zeiss CZI',
  detect: ({ head }) => looksLikeCzi(head),
  open: ({ source, signal }) => openCzi(source, signal),
}
