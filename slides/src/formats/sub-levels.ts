import { SlideError } from '../errors.ts'
import type { TiffDirectory, TiffPage } from '../tiff/tiff.ts'
import { isMask, type PageOfDirectory, rethrowUnlessOptional } from './pages.ts'
import type { PyramidLevel } from './pyramid.ts'

/**
 * The smaller levels that a page has in its sub-directories; those of other planes are in the sub-directories of their
 * own pages, which are opened when they are needed.
 * @param directoryAt the directory of a plane at full resolution
 */
export async function subLevels(
  page: TiffPage,
  directoryAt: (c: number, z: number, t: number) => TiffDirectory,
  open: PageOfDirectory,
  signal?: AbortSignal,
): Promise<PyramidLevel[]> {
  const levels: PyramidLevel[] = []
  for (const [index, directory] of (await page.directory.subDirectories(signal)).entries()) {
    try {
      if (await isMask(directory, signal)) continue
      levels.push({
        page: await open(directory, signal),
        async pageOf(c, z, t, signal) {
          const above = directoryAt(c, z, t)
          const below = (await above.subDirectories(signal))[index]
          if (below) return open(below, signal)
          throw new SlideError('malformed', above.label, `has no SubIFD ${index}, which the first plane has`)
        },
      })
    } catch (error) {
      rethrowUnlessOptional(error)
    }
  }
  return levels
}
