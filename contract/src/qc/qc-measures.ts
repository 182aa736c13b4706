/** `brightfield`: colours on white glass. `fluorescence`: channels on black. */
export const modalities = ['brightfield', 'fluorescence'] as const
export type Modality = (typeof modalities)[number]

/**
 * How a measure is judged. `warn` and `fail` are for the value of the slide; null never says so. Where the value is
 * the share of faulty tiles, `tileWarn` and `tileFail` say which tiles are doubtful and faulty.
 */
export interface QcLimits {
  readonly warn: number | null
  readonly fail: number | null
  readonly tileWarn?: number
  readonly tileFail?: number
}

/** Values of tiles as a heat map keeps them: 0 where there is none, 1 to 255 from low to high. */
export interface TileRange {
  readonly unit: string
  readonly low: number
  readonly high: number
  readonly scale: 'linear' | 'log'
  /** Which end is the bad one. */
  readonly worse: 'low' | 'high'
}

export interface QcMeasure {
  /** In the words of a technician. */
  readonly label: string
  readonly modality: Modality | 'any'
  /** Measured for each channel. */
  readonly perChannel?: true
  readonly unit: string
  /** Which end of the value is the bad one. */
  readonly worse: 'low' | 'high'
  /** Digits after the point that people can use. */
  readonly digits: number
  /** Has a value of each tile, shown as a heat map; the slide's value is then the share of faulty tiles, in %. */
  readonly tiles?: TileRange
  /** Has a mask of the places where it was found. */
  readonly mask?: true
  readonly limits: QcLimits
}

const shareOfTissue = { unit: '% of the tissue', worse: 'high', digits: 1 } as const

/** Every measure of quality control, in the order in which people read them. */
export const qcMeasures = {
  tissue: {
    label: 'Tissue',
    modality: 'any',
    unit: '% of the image',
    worse: 'low',
    digits: 1,
    mask: true,
    limits: { warn: 0.1, fail: null },
  },
  focus: {
    ...shareOfTissue,
    label: 'Out of focus',
    modality: 'any',
    tiles: { unit: '', low: 0.02, high: 4, scale: 'log', worse: 'low' },
    limits: { warn: 5, fail: 20, tileWarn: 0.7, tileFail: 0.4 },
  },
  pen: {
    ...shareOfTissue,
    label: 'Pen',
    modality: 'brightfield',
    mask: true,
    limits: { warn: 1, fail: 20 },
  },
  folds: {
    ...shareOfTissue,
    label: 'Folds',
    modality: 'brightfield',
    mask: true,
    limits: { warn: 3, fail: null },
  },
  bubbles: {
    ...shareOfTissue,
    label: 'Air bubbles and edges of the cover glass',
    modality: 'brightfield',
    mask: true,
    limits: { warn: 2, fail: 20 },
  },
  brightness: {
    label: 'Brightness of the glass',
    modality: 'brightfield',
    unit: 'of 255',
    worse: 'low',
    digits: 0,
    limits: { warn: 215, fail: 160 },
  },
  clipping: {
    ...shareOfTissue,
    label: 'Clipped to black or white',
    modality: 'brightfield',
    tiles: { unit: '%', low: 0, high: 100, scale: 'linear', worse: 'high' },
    limits: { warn: 5, fail: 20, tileWarn: 5, tileFail: 20 },
  },
  colour_cast: {
    label: 'Colour cast of the glass',
    modality: 'brightfield',
    unit: 'of 255',
    worse: 'high',
    digits: 0,
    limits: { warn: 15, fail: 40 },
  },
  stain_strength: {
    label: 'Strength of the stain',
    modality: 'brightfield',
    unit: 'optical density',
    worse: 'low',
    digits: 2,
    limits: { warn: 0.1, fail: 0.05 },
  },
  blockiness: {
    label: 'Traces of JPEG compression',
    modality: 'brightfield',
    unit: '× the steps elsewhere',
    worse: 'high',
    digits: 2,
    limits: { warn: 1.6, fail: null },
  },
  seams: {
    label: 'Seams of stitching',
    modality: 'any',
    unit: '% of the borders of fields',
    worse: 'high',
    digits: 1,
    mask: true,
    limits: { warn: 1, fail: 10 },
  },
  missing_tiles: {
    label: 'Missing parts of the scan',
    modality: 'any',
    unit: '% of the image',
    worse: 'high',
    digits: 2,
    mask: true,
    limits: { warn: 0.05, fail: 2 },
  },
  saturation: {
    label: 'Saturated',
    modality: 'fluorescence',
    perChannel: true,
    unit: '% of the pixels',
    worse: 'high',
    digits: 2,
    tiles: { unit: '%', low: 0, high: 100, scale: 'linear', worse: 'high' },
    limits: { warn: 5, fail: 20, tileWarn: 0.5, tileFail: 2 },
  },
  snr: {
    label: 'Signal to noise',
    modality: 'fluorescence',
    perChannel: true,
    unit: '× the noise',
    worse: 'low',
    digits: 1,
    limits: { warn: 6, fail: 3 },
  },
  presence: {
    label: 'Signal present',
    modality: 'fluorescence',
    perChannel: true,
    unit: '% of the image',
    worse: 'low',
    digits: 1,
    limits: { warn: 0.1, fail: null },
  },
  dynamic_range: {
    label: 'Dynamic range used',
    modality: 'fluorescence',
    perChannel: true,
    unit: '% of the values',
    worse: 'low',
    digits: 1,
    limits: { warn: 1, fail: null },
  },
  channel_shift: {
    label: 'Shift to the nuclear channel',
    modality: 'fluorescence',
    perChannel: true,
    unit: 'µm',
    worse: 'high',
    digits: 2,
    limits: { warn: 1, fail: 3 },
  },
} as const satisfies Record<string, QcMeasure>

export type QcMeasureKey = keyof typeof qcMeasures
export const qcMeasureKeys = Object.keys(qcMeasures) as [QcMeasureKey, ...QcMeasureKey[]]

/** The same with the marks that only some have. */
export const measureOf = (key: QcMeasureKey): QcMeasure => qcMeasures[key]

/** The value of a tile as the heat map keeps it: 1 to 255. */
export function toHeat(range: TileRange, value: number): number {
  const place = range.scale === 'log' ? Math.log(Math.max(value, range.low)) : value
  const [low, high] = endsOf(range)
  return 1 + Math.round((254 * (Math.min(Math.max(place, low), high) - low)) / (high - low))
}

/** What a heat map's 1 to 255 stands for. */
export function fromHeat(range: TileRange, heat: number): number {
  const [low, high] = endsOf(range)
  const place = low + ((heat - 1) / 254) * (high - low)
  return range.scale === 'log' ? Math.exp(place) : place
}

function endsOf({ low, high, scale }: TileRange): [number, number] {
  return scale === 'log' ? [Math.log(low), Math.log(high)] : [low, high]
}

/** Per cent of the tiles that lie beyond a limit. `counts` has 256 entries: how many tiles have each heat; the first is not counted. */
export function shareBeyond(range: TileRange, counts: readonly number[], limit: number): number | null {
  const edge = toHeat(range, limit)
  let all = 0
  let beyond = 0
  for (let heat = 1; heat < 256; heat += 1) {
    const count = counts[heat] ?? 0
    all += count
    if (range.worse === 'low' ? heat < edge : heat > edge) beyond += count
  }
  return all === 0 ? null : (100 * beyond) / all
}
