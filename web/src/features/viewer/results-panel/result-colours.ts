import type { ColourMapName } from '../../../engine/viewer/overlays/colour-maps.ts'

/** More is neither good nor bad. */
export const resultColours: ColourMapName = 'viridis'
