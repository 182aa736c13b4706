import { looksLikeCzi } from '../czi/segments.ts'
import { SlideError } from '../errors.ts'
import type { Source } from '../source/source.ts'
import { checkCopy } from './check-copy.ts'
import { type CopyOptions, copyBytes } from './copy-bytes.ts'
import { checkCziCopy, planCziCopy } from './czi-copy.ts'
import { PartialFile } from './partial-file.ts'
import { type CopyPlan, planCopy } from './plan-copy.ts'
import { findScanPages } from './scan-pages.ts'

export type DeidentifyOptions = CopyOptions

export interface Deidentified {
  /** Of the copy. */
  readonly bytes: number
  /** For people: the pages and tags that the copy doesn't have, or only in parts; never their contents. */
  readonly dropped: string[]
}

/**
 * Writes a copy of a TIFF slide (SVS, QPTIFF, OME-TIFF, Philips, Trestle or plain) or a CZI without what may name a
 * patient: pages and attachments that aren't the scan or a rendering of it, texts but for what is known to be
 * technical, and all bytes that nothing refers to.
 * Tiles stay as they are, byte by byte and in their places. What can be read in the pixels of the scan stays too, as do
 * the names of channels and the colour profile. Of a plain TIFF with several images only the largest is copied.
 * @param target a path where nothing is yet; the copy lies beside it as `<target>.partial` until it is whole
 */
export async function deidentify(
  source: Source,
  target: string,
  options: DeidentifyOptions = {},
): Promise<Deidentified> {
  const { signal } = options
  signal?.throwIfAborted()
  const { plan, check } = await planOf(source, signal)
  const file = await PartialFile.create(target)
  try {
    await copyBytes(source, plan, file.write, options)
    await file.flush()
    await check(file.path)
    signal?.throwIfAborted()
    await file.commit()
  } finally {
    await file.discard()
  }
  return { bytes: plan.size, dropped: [...plan.dropped] }
}

interface PlannedCopy {
  readonly plan: Pick<CopyPlan, 'size' | 'kept' | 'patches' | 'dropped'>
  /** Opens the copy at this path and compares. */
  check(path: string): Promise<void>
}

/** A file that contradicts itself may have a label where nobody looks for it. */
async function planOf(source: Source, signal: AbortSignal | undefined): Promise<PlannedCopy> {
  try {
    const head = await source.read(0, Math.min(16, source.size), signal)
    if (looksLikeCzi(head)) {
      const { slide, plan } = await planCziCopy(source, signal)
      return { plan, check: (path) => checkCziCopy(path, slide, signal) }
    }
    const scan = await findScanPages(source, signal)
    const plan = await planCopy(scan, signal)
    return { plan, check: (path) => checkCopy(path, scan, plan, signal) }
  } catch (error) {
    const broken = ['unknown_format', 'malformed', 'truncated', 'too_large']
    if (!(error instanceof SlideError && broken.includes(error.code))) throw error
    const reason = `${error.reason}; no copy without label and names can be made of such a file`
    throw new SlideError('unsupported', error.structure, reason, { cause: error })
  }
}
