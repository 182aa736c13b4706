import type { SlideImage } from '@cresyl/slides'
import { lookAtOverview } from '../overview/first-look.ts'
import type { Look } from '../overview/look.ts'
import { planOverview } from '../overview/plan-overview.ts'
import { readOverview } from '../overview/read-overview.ts'
import { forEachDensity } from '../tissue/densities.ts'
import { type DensityPicture, densityOf } from './density-picture.ts'

/** The tissue of an image at about 8 µm a pixel, whatever it was stained with; ink and bubbles are left out. */
export async function readDensity(
  image: SlideImage,
  { z, signal }: { z: number; signal?: AbortSignal | undefined },
): Promise<DensityPicture> {
  const plan = planOverview(image, z, 0)
  const raw = await readOverview(image, plan, { signal, onTile: () => {}, onMissing: () => {} })
  const check = lookAtOverview(image, plan, raw)
  const { micrometresX: stepX, micrometresY: stepY } = plan.overview.grid
  const { width, height, data: tissue } = check.tissue
  return densityOf({ width, height, tissue, data: amountsOf(check), stepX, stepY })
}

/** Optical density of brightfield, light of nuclei over that of the background of fluorescence. */
function amountsOf(check: Look): Float32Array {
  const { tissue } = check
  if (check.modality === 'fluorescence') {
    const plane = check.overview.planes[check.nuclearChannel] ?? new Float32Array(tissue.data.length)
    const background = medianOf(plane.filter((_, pixel) => !tissue.data[pixel]))
    return plane.map((light) => Math.max(0, light - background))
  }
  const amounts = new Float32Array(tissue.data.length)
  forEachDensity(check.overview, check.overview.glass, 0, (pixel, red, green, blue) => {
    amounts[pixel] = red + green + blue
  })
  return amounts
}

const medianOf = (values: Float32Array): number => values.sort()[values.length >> 1] ?? 0
