import { aperio } from './aperio.ts'
import { czi } from './czi.ts'
import type { Format } from './format.ts'
import { genericTiff } from './generic-tiff.ts'
import { omeTiff } from './ome-tiff.ts'
import { philips } from './philips.ts'
import { qptiff } from './qptiff.ts'
import { trestle } from './trestle.ts'
import { ventana } from './ventana.ts'

/** The formats that are read, the first that detects a file opens it: the generic one comes last. */
export const formats: readonly Format[] = [
  czi,
  aperio,
  qptiff,
  philips,
  ventana,
  trestle,
  omeTiff,
  genericTiff,
]
