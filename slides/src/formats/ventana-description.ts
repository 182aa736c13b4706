import { SlideError } from '../errors.ts'
import type { MosaicArea } from '../tiff/mosaic-page.ts'
import { find, findAll, parseXml, type XmlElement } from '../xml/parse-xml.ts'
import { quoted } from '../xml/quoted.ts'
import { rootName } from '../xml/root-name.ts'

/** What the iScan element says of the scanner. */
export interface VentanaDescription {
  /** µm per pixel. */
  readonly mpp?: number | undefined
  readonly objective?: number | undefined
  readonly model?: string | undefined
  readonly serial?: string | undefined
  readonly software?: string | undefined
  readonly properties: Readonly<Record<string, string>>
}

const iScanStructure = 'iScan XML'
const encodeStructure = 'EncodeInfo XML'

/** The XMP of the first page: an iScan element, alone or within others. */
export function isVentanaXml(text: string): boolean {
  const name = rootName(text)
  return name === 'iScan' || ((name === 'Metadata' || name === 'EncodeInfo') && /<iScan[\s/>]/.test(text))
}

export function parseVentanaDescription(text: string): VentanaDescription {
  const root = parseXml(text, iScanStructure)
  const iScan = root.name === 'iScan' ? root : (find(root, 'iScan') ?? find(root, 'SlideInfo', 'iScan'))
  if (!iScan) throw new SlideError('malformed', iScanStructure, 'has no iScan element')
  const { attributes } = iScan
  const layers = Number(attributes['Z-layers'] ?? 1)
  if (layers !== 1) {
    const reason = `says that the scan has ${quoted(attributes['Z-layers'] ?? '')} focus planes; only files of one are read: scan it again with one, or export it as OME-TIFF`
    throw new SlideError('unsupported', iScanStructure, reason)
  }
  const said = Object.entries(attributes).filter(([, value]) => value !== '')
  return {
    mpp: positive(attributes.ScanRes),
    objective: positive(attributes.Magnification),
    model: attributes.ScannerModel || undefined,
    serial: attributes.UnitNumber || undefined,
    software: attributes.BuildVersion || undefined,
    properties: Object.fromEntries(said),
  }
}

const positive = (text: string | undefined): number | undefined => {
  const value = Number(text || Number.NaN)
  return Number.isFinite(value) && value > 0 ? value : undefined
}

/** `level=0 mag=40 quality=90`; undefined for what is no level. */
export function parseLevelDescription(text: string): { level: number; magnification: number } | undefined {
  const level = /(?:^|\s)level=(\d{1,4})(?=\s|$)/.exec(text)?.[1]
  const magnification = positive(/(?:^|\s)mag=([\d.]{1,16})(?=\s|$)/.exec(text)?.[1])
  return level === undefined || magnification === undefined
    ? undefined
    : { level: Number(level), magnification }
}

/** Scans have a few; each tile of the picture looks into all of them. */
const mostAreas = 64

/**
 * Where the photographs belong that the tiles of full resolution are. The overlaps between neighbours are measured ones,
 * some of them wrong: all of a slide have the mean, by how sure the scanner was, which is what other readers do.
 * @param tile pixels of a tile
 */
export function parseEncodeInfo(text: string, tile: { width: number; height: number }): MosaicArea[] {
  const root = parseXml(text, encodeStructure)
  const infos = findAll(root, 'SlideStitchInfo', 'ImageInfo')
  const origins = find(root, 'AoiOrigin')?.children ?? []
  if (infos.length === 0 || infos.length !== origins.length) {
    throw malformed(`has ${infos.length} areas (ImageInfo) and ${origins.length} origins of them (AoiOrigin)`)
  }
  if (infos.length > mostAreas) {
    throw new SlideError('too_large', encodeStructure, `has ${infos.length} areas; ${mostAreas} are allowed`)
  }
  const overlaps = { x: new Mean(), y: new Mean() }
  const scanned = infos.flatMap((info, index) => {
    if (info.attributes.AOIScanned !== undefined && numberOf(info, 'AOIScanned') === 0) return []
    const area = readArea(info, origins[index] as XmlElement, tile)
    for (const joint of findAll(info, 'TileJointInfo')) addJoint(joint, area, overlaps)
    return [area]
  })
  if (scanned.length === 0) throw malformed('has no area that was scanned')
  const stepX = stepOf(tile.width, overlaps.x, 'OverlapX')
  const stepY = stepOf(tile.height, overlaps.y, 'OverlapY')
  const areas = scanned.map(({ x, column, row, across, down, bottom }) => ({
    across,
    down,
    pieceWidth: tile.width,
    pieceHeight: tile.height,
    pageX: column * tile.width,
    pageY: row * tile.height,
    x,
    y: 0,
    stepX,
    stepY,
    bottom,
  }))
  return uprightAreas(areas)
}

interface ScannedArea {
  /** The first tile of it in the page. */
  readonly column: number
  readonly row: number
  readonly across: number
  readonly down: number
  readonly x: number
  /** How far its lower end is from a line below all areas. */
  readonly bottom: number
}

function readArea(
  info: XmlElement,
  origin: XmlElement,
  tile: { width: number; height: number },
): ScannedArea {
  const [width, height] = [numberOf(info, 'Width'), numberOf(info, 'Height')]
  if (width !== tile.width || height !== tile.height) {
    throw malformed(
      `has photographs of ${width} × ${height} pixels in tiles of ${tile.width} × ${tile.height}`,
    )
  }
  const column = numberOf(origin, 'OriginX') / width
  const row = numberOf(origin, 'OriginY') / height
  const [across, down] = [numberOf(info, 'NumCols'), numberOf(info, 'NumRows')]
  const isCount = (value: number, least: number) => Number.isInteger(value) && value >= least && value <= 1e6
  if (
    ![column, row].every((index) => isCount(index, 0)) ||
    ![across, down].every((count) => isCount(count, 1))
  ) {
    throw malformed(`has an area of ${across} × ${down} tiles that begins at tile ${column},${row}`)
  }
  const [x, bottom] = [numberOf(info, 'Pos-X', 0), numberOf(info, 'Pos-Y', 0)]
  return { column, row, across, down, x, bottom }
}

/** Distances from below become distances from above; nothing lies left of the picture. */
function uprightAreas(areas: readonly (MosaicArea & { readonly bottom: number })[]): MosaicArea[] {
  const heightOf = ({ down, stepY, pieceHeight }: MosaicArea) => Math.round((down - 1) * stepY + pieceHeight)
  const top = Math.max(...areas.map((area) => area.bottom + heightOf(area)))
  const left = Math.min(0, ...areas.map(({ x }) => x))
  return areas.map(({ bottom, ...area }) => ({ ...area, x: area.x - left, y: top - bottom - heightOf(area) }))
}

/** Tiles are counted from 1, from the lowest row up, the first to the right, the next to the left, and so on. */
function placeOf(
  joint: XmlElement,
  name: string,
  { across, down }: ScannedArea,
): { column: number; row: number } {
  const index = numberOf(joint, name) - 1
  if (!Number.isInteger(index) || index < 0 || index >= across * down) {
    throw malformed(`has a joint with ${name} ${index + 1}; its area has ${across * down} tiles`)
  }
  const fromBelow = Math.floor(index / across)
  const along = index % across
  return { column: fromBelow % 2 === 0 ? along : across - 1 - along, row: down - 1 - fromBelow }
}

const directions: readonly (string | undefined)[] = ['LEFT', 'RIGHT', 'UP', 'DOWN']

function addJoint(joint: XmlElement, area: ScannedArea, overlaps: { x: Mean; y: Mean }): void {
  const { Direction: direction } = joint.attributes
  const [one, two] = [placeOf(joint, 'Tile1', area), placeOf(joint, 'Tile2', area)]
  const [across, down] = [Math.abs(one.column - two.column), Math.abs(one.row - two.row)]
  if (across + down !== 1 || !directions.includes(direction)) {
    throw malformed('has a joint of tiles that are no neighbours')
  }
  const confidence = Math.max(0, numberOf(joint, 'Confidence', 100))
  if (across === 1) overlaps.x.add(numberOf(joint, 'OverlapX'), confidence)
  else overlaps.y.add(numberOf(joint, 'OverlapY'), confidence)
}

class Mean {
  #sum = 0
  #weight = 0

  add(value: number, weight: number): void {
    this.#sum += value * weight
    this.#weight += weight
  }

  get value(): number {
    return this.#weight > 0 ? this.#sum / this.#weight : 0
  }
}

function stepOf(side: number, overlap: Mean, name: string): number {
  if (Math.abs(overlap.value) <= side / 2) return side - overlap.value
  throw malformed(`has a mean ${name} of ${overlap.value} pixels with tiles of ${side}`)
}

function numberOf({ attributes }: XmlElement, name: string, missing = Number.NaN): number {
  const text = attributes[name]
  const value = text === undefined || text.trim() === '' ? missing : Number(text)
  if (Number.isFinite(value)) return value
  throw malformed(
    text === undefined
      ? `has no ${name} where it is needed`
      : `has ${quoted(text)} as ${name}, which is no number`,
  )
}

const malformed = (reason: string) => new SlideError('malformed', encodeStructure, reason)
