import { type FileHandle, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { encodeImage } from '../render/encode-image.ts'
import { unwritable, writeError } from '../write/write-error.ts'
import { type DefectKind, defectKinds } from './defects.ts'
import { type Nucleus, Tally, type TruthSummary } from './ground-truth.ts'
import type { Tissue } from './tissue.ts'

const columns = [
  ...['id', 'x', 'y', 'long', 'short', 'angle', 'area', 'area_um2', 'class', 'positivity'],
  ...['touching', 'structure', 'defects'],
] as const

const names: Record<DefectKind, string> = { fold: 'fold', pen: 'pen', outOfFocus: 'out-of-focus' }

const partialOf = (path: string): string => `${path}.partial`

/** Files that appear together or not at all: each is written beside its place and named at the end. */
export class FileSet {
  private readonly wanted: readonly string[]
  private readonly replace: boolean
  private readonly named: string[] = []

  constructor(wanted: readonly string[], replace: boolean) {
    this.wanted = wanted
    this.replace = replace
  }

  async refuseExisting(): Promise<void> {
    if (this.replace) return
    for (const path of this.wanted)
      if (await stat(path).catch(() => undefined))
        throw unwritable(path, 'exists already and is not replaced')
  }

  /** Opens one of the files to write it. */
  open(path: string): Promise<FileHandle> {
    return open(partialOf(path), 'w').catch((error) => {
      throw writeError(path, error)
    })
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    await writeFile(partialOf(path), content).catch((error) => {
      throw writeError(path, error)
    })
  }

  async commit(): Promise<void> {
    for (const path of this.wanted) {
      await rename(partialOf(path), path).catch((error) => {
        throw writeError(path, error)
      })
      this.named.push(path)
    }
  }

  async discard(): Promise<void> {
    for (const path of this.wanted) await rm(partialOf(path), { force: true })
    for (const path of this.named) await rm(path, { force: true })
  }
}

export interface TruthPaths {
  readonly summary: string
  readonly nuclei: string
  readonly tissue: string
  readonly defects: readonly (readonly [DefectKind, string])[]
}

/** Where the truth about `slide.tif` or `slide.ome.tif` lies: `slide.truth.json` and others beside it. */
export function truthPaths(slidePath: string, tissue: Tissue): TruthPaths {
  const base = slidePath.replace(/(\.ome)?\.[^./\\]+$/i, '')
  const present = defectKinds.filter((kind) => tissue.defects[kind] !== undefined)
  return {
    summary: `${base}.truth.json`,
    nuclei: `${base}.nuclei.csv`,
    tissue: `${base}.tissue.png`,
    defects: present.map((kind) => [kind, `${base}.${names[kind]}.png`] as const),
  }
}

export const allPaths = ({ summary, nuclei, tissue, defects }: TruthPaths): string[] => [
  summary,
  nuclei,
  tissue,
  ...defects.map(([, path]) => path),
]

/** Writes the table of nuclei, the masks and the summary, all still under their partial names. */
export async function writeTruth(
  tissue: Tissue,
  paths: TruthPaths,
  files: FileSet,
  maskDownsample: number,
  signal: AbortSignal | undefined,
): Promise<TruthSummary> {
  const tally = await writeNuclei(tissue, await files.open(paths.nuclei), signal)
  const writeMask = async (path: string, mask: ReturnType<Tissue['tissueMask']>) => {
    signal?.throwIfAborted()
    const { bytes } = await encodeImage(mask, { format: 'png' })
    await files.write(path, bytes)
  }
  await writeMask(paths.tissue, tissue.tissueMask(maskDownsample))
  for (const [kind, path] of paths.defects) await writeMask(path, tissue.defectMask(kind, maskDownsample))
  const truth = tissue.truth(tally)
  await files.write(paths.summary, `${describeTruth(tissue, truth, paths, maskDownsample)}\n`)
  return truth
}

function describeTruth(
  { options, channels }: Tissue,
  truth: TruthSummary,
  paths: TruthPaths,
  downsample: number,
): string {
  const nameOf = (path: string) => path.split(/[/\\]/).at(-1) ?? path
  return JSON.stringify(
    {
      kind: 'procedural tissue',
      version: 1,
      units: {
        lengths: 'pixels of full resolution',
        angle: 'radians, clockwise from the x axis',
        area_um2: 'µm²',
      },
      options,
      channels,
      ...truth,
      files: {
        nuclei: { name: nameOf(paths.nuclei), columns },
        masks: {
          downsample,
          tissue: nameOf(paths.tissue),
          ...Object.fromEntries(paths.defects.map(([kind, path]) => [kind, nameOf(path)])),
        },
      },
    },
    null,
    2,
  )
}

const linesAtOnce = 2000

/** Closes the file. */
async function writeNuclei(
  tissue: Tissue,
  file: FileHandle,
  signal: AbortSignal | undefined,
): Promise<Tally> {
  const tally = new Tally()
  try {
    let lines = [columns.join(',')]
    for (const nucleus of tissue.allNuclei()) {
      tally.add(nucleus)
      lines.push(lineOf(nucleus))
      if (lines.length < linesAtOnce) continue
      signal?.throwIfAborted()
      await file.write(`${lines.join('\n')}\n`)
      lines = []
    }
    await file.write(lines.length > 0 ? `${lines.join('\n')}\n` : '')
  } finally {
    await file.close()
  }
  return tally
}

function lineOf(nucleus: Nucleus): string {
  const { id, x, y, long, short, angle, area, areaMicrons, touching, structure, defects } = nucleus
  const measures = [x, y, long, short, angle, area, areaMicrons].map((value) => value.toFixed(3))
  return [
    ...[id, ...measures, nucleus.class, nucleus.positivity ?? ''],
    ...[touching, structure, defects.map((kind) => names[kind]).join(' ')],
  ].join(',')
}
