import { line, prose } from '../api/fields.ts'
import { z } from '../api/zod.ts'
import { modalities } from '../qc/qc-measures.ts'

/** Names within a manifest: of outputs, parameters, channels, classes. */
const key = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and _ only')
const label = line(80).min(1)
const color = z.string().regex(/^#[0-9a-f]{6}$/, 'A colour such as #8844cc')

/** What a channel has to show, whatever the microscope calls it; channel-roles.ts knows the usual names. */
export const channelRoles = ['nuclear', 'cytoplasm', 'marker'] as const
export type ChannelRole = (typeof channelRoles)[number]

const inputChannel = z.strictObject({ key, label, role: z.enum(channelRoles) })

const inputOf = z.strictObject({
  modality: z.enum([...modalities, 'any']),
  /** Stains it is meant for, as people write them; none: any. Only a hint: what a slide is stained with is often not said. */
  stains: z.array(label),
  /** µm of the pixels it computes with, and how coarse those of a slide may be. Finer ones are averaged. */
  mpp: z.number().positive(),
  coarsest_mpp: z.number().positive(),
  /** Each is a plane of the image, found by its role. None: all of the image, colours or the first channel. */
  channels: z.array(inputChannel).max(8),
  /** Pixels a side that are computed at a time, and pixels around them that it has to see. */
  tile: z.int().min(64).max(4096),
  halo: z.int().min(0).max(1024),
  /** `tissue`: nothing is computed where there is none. */
  region: z.enum(['tissue', 'all']),
  /** How tiles meet: cut off where the next begins, or faded into each other over the halo. */
  joining: z.enum(['crop', 'cosine']),
  /** Whether a slide that failed quality control needs an override first. */
  qc_gate: z.boolean(),
})

const classOf = z.strictObject({ key, label, color })

const measurement = z.strictObject({ key, label, unit: line(20), digits: z.int().min(0).max(6) })

export const manifestOutput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('image'),
    key,
    label,
    /** `rgb`: colours of 8 bits. `channels`: one plane of 8 bits for each of these. */
    pixels: z.enum(['rgb', 'channels']),
    channels: z.array(z.strictObject({ label, color })).max(8),
    /** Shows what no microscope saw: marked as such wherever it is seen. */
    virtual: z.boolean(),
  }),
  /** Pixels of 8 bits: 0 is nothing, 1 the first class, and so on. */
  z.strictObject({ kind: z.literal('mask'), key, label, classes: z.array(classOf).min(1).max(255) }),
  /** Pixels of 8 bits: 0 is nothing, 1 to 255 go evenly from `low` to `high`. */
  z.strictObject({
    kind: z.literal('heatmap'),
    key,
    label,
    unit: line(20),
    low: z.number(),
    high: z.number(),
  }),
  /** Outlines of single things, such as cells. */
  z.strictObject({
    kind: z.literal('detections'),
    key,
    label,
    classes: z.array(classOf).min(1).max(32),
    measurements: z.array(measurement).max(16),
  }),
  /** One number for the whole run. */
  measurement.extend({ kind: z.literal('score') }),
])
export type ManifestOutput = z.infer<typeof manifestOutput>
export type OutputOfKind<Kind extends ManifestOutput['kind']> = Extract<ManifestOutput, { kind: Kind }>

const told = { key, label, help: prose(400) }

/** What people may change for a run. */
export const manifestParam = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('number'),
    ...told,
    unit: line(20),
    default: z.number(),
    min: z.number(),
    max: z.number(),
    step: z.number().positive(),
    /** The key of another number, below which this one has to stay. */
    less_than: key.optional(),
  }),
  z.strictObject({
    kind: z.literal('choice'),
    ...told,
    default: key,
    options: z.array(z.strictObject({ key, label })).min(2).max(20),
  }),
  z.strictObject({ kind: z.literal('switch'), ...told, default: z.boolean() }),
])
export type ManifestParam = z.infer<typeof manifestParam>

/** What is learned of a slide before its tiles: one number or several. Under the key of a channel it is of that channel. */
const learnedFigure = z.strictObject({
  key,
  label,
  /** What each of several numbers is. */
  parts: z.array(label).max(8).optional(),
  /** What 0, 1 and so on stand for, where the number is no amount. */
  options: z.array(label).max(8).optional(),
})

/**
 * Everything that is said of a predictor. The form for its runs, what is checked before one, the job and its outputs
 * all come from this.
 */
export const predictorManifest = z
  .strictObject({
    /** The same for all its versions. */
    id: z.string().regex(/^[a-z][a-z0-9-]{1,59}$/, 'Lower-case letters, digits and hyphens only'),
    version: z.string().regex(/^\d+\.\d+\.\d+$/, 'Three numbers, such as 1.0.0'),
    name: label,
    summary: prose(400),
    intended_use: prose(2000),
    /** What it can't do, and where it goes wrong. */
    limitations: prose(2000),
    /** How it works, in a few sentences, and where that was published. */
    method: prose(4000),
    sources: z.array(line(400)),
    licence: line(80),
    runtime: z.enum(['builtin']),
    input: inputOf,
    outputs: z.array(manifestOutput).min(1).max(16),
    params: z.array(manifestParam).max(32),
    /** Absent in manifests that were written before it was said. */
    learned: z.array(learnedFigure).max(16).optional(),
  })
  .superRefine(checkManifest)
export type PredictorManifest = z.infer<typeof predictorManifest>

function checkManifest(manifest: z.infer<typeof predictorManifest>, context: z.RefinementCtx): void {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message })
  for (const part of ['outputs', 'params'] as const) {
    const keys = manifest[part].map((each) => each.key)
    keys.forEach((each, index) => {
      if (keys.indexOf(each) !== index) refuse([part, index, 'key'], `"${each}" is there twice`)
    })
  }
  const { channels, modality, mpp, coarsest_mpp } = manifest.input
  if (channels.length > 0 && modality !== 'fluorescence')
    refuse(['input', 'channels'], 'Only fluorescence has channels to choose from')
  if (coarsest_mpp < mpp) refuse(['input', 'coarsest_mpp'], 'Must not be finer than mpp')
  manifest.params.forEach((param, index) => {
    if (param.kind === 'number' && !(param.min <= param.default && param.default <= param.max))
      refuse(['params', index, 'default'], `Must be from ${param.min} to ${param.max}`)
    if (param.kind === 'choice' && !param.options.some((option) => option.key === param.default))
      refuse(['params', index, 'default'], 'Must be one of the options')
    if (param.kind !== 'number' || param.less_than === undefined) return
    const bound = manifest.params.find(({ key }) => key === param.less_than)
    if (bound?.kind !== 'number') refuse(['params', index, 'less_than'], 'Must be the key of another number')
    else if (param.default >= bound.default)
      refuse(['params', index, 'default'], `Must be below that of "${bound.key}"`)
  })
}

/** The outputs of a kind, in their order. */
export function outputsOf<Kind extends ManifestOutput['kind']>(
  { outputs }: Pick<PredictorManifest, 'outputs'>,
  kind: Kind,
): OutputOfKind<Kind>[] {
  return outputs.filter((output): output is OutputOfKind<Kind> => output.kind === kind)
}
