import { type Site, siteSpacing } from './adipose.ts'
import type { Architecture } from './architecture.ts'
import { areaOf, CoarseField, type Rectangle, type StainAmounts, staysBelow } from './block.ts'
import { sampleTexture, smoothStep, type Texture } from './noise.ts'
import { roughest } from './outline.ts'
import { type Scatter, widen } from './scatter.ts'

/** Of fat cells, in µm. */
const cornerRadius = 11
/** Below this no cell of fat is near: the field varies by less within the width of one. */
const nearFat = -0.4

/** Whether no tissue reaches into a rectangle. */
export function isBareGlass({ outline }: Architecture, rectangle: Rectangle, mpp: number): boolean {
  // The nodes around the rectangle count as well.
  if (outline.isSurelyBare(widen(areaOf(rectangle, mpp), 5))) return true
  return staysBelow(rectangle, mpp, outline.depth, -roughest)
}

/** Paints fibres and fat wherever there is tissue; everything else is painted over it. */
export function paintConnective(
  amounts: StainAmounts,
  architecture: Architecture,
  sites: Scatter<Site>,
  texture: Texture,
): void {
  const { mpp, width, height, cover, basophil, eosin } = amounts
  const { outline } = architecture
  const field = (of: (x: number, y: number) => number) => new CoarseField(amounts, mpp, of)
  const depth = field(outline.depth)
  const along = field(architecture.along)
  const across = field(architecture.across)
  const dense = field(architecture.dense)
  const lymphoid = field(architecture.lymphoid)
  const fatty = field(architecture.fatty)
  const glandular = field(architecture.glandular)
  const fat = fatty.highest > nearFat ? new FatCells(sites, amounts) : null

  const row = () => new Float32Array(width)
  const [depths, alongs, acrosses, denses] = [row(), row(), row(), row()]
  const [lymphoids, fats, glands] = [row(), row(), row()]
  for (let j = 0; j < height; j++) {
    depth.readRow(j, depths)
    // Tissue lies between these at most.
    let begin = 0
    let end = width
    while (begin < end && (depths[begin] as number) < -roughest) begin++
    while (begin < end && (depths[end - 1] as number) < -roughest) end--
    along.readRow(j, alongs, begin, end)
    across.readRow(j, acrosses, begin, end)
    dense.readRow(j, denses, begin, end)
    lymphoid.readRow(j, lymphoids, begin, end)
    if (fat !== null) fatty.readRow(j, fats, begin, end)
    glandular.readRow(j, glands, begin, end)
    const y = (amounts.y + j + 0.5) * mpp
    for (let i = begin; i < end; i++) {
      const shallow = depths[i] as number
      if (shallow < -roughest) continue
      const x = (amounts.x + i + 0.5) * mpp
      const inside = shallow < roughest ? shallow + outline.roughness(x, y) : shallow
      if (inside <= 0) continue
      const at = j * width + i
      const a = alongs[i] as number
      const c = acrosses[i] as number
      const l = lymphoids[i] as number
      // Between glands the tissue is looser, and its fibres are finer and less in line.
      const g = smoothStep(-0.03, 0.08, glands[i] as number)
      const d = (denses[i] as number) * (1 - 0.65 * g)
      const bundle = sampleTexture(texture, a * 0.17, c * 1.25)
      const fibril = sampleTexture(texture, a * 0.55 + 97, c * 4.3)
      // Ridges of noise make a net of thin fibres.
      const mesh = 0.55 - 2.4 * Math.abs(sampleTexture(texture, x * 1.9 + 13, y * 1.9 + 57))
      const order = (1 - 0.6 * g) * (1 - 0.8 * l)
      const wave = (0.45 * bundle + 0.4 * fibril) * order + mesh * (0.14 + 0.26 * g + 0.2 * l)
      const crack = smoothStep(
        0.26 + 0.5 * d,
        0.42 + 0.55 * d,
        -0.9 * bundle * order - 0.3 * fibril - 0.16 * mesh,
      )
      let pink = (0.19 + 0.17 * d - 0.07 * l) * (1 + wave) * (1 - 0.93 * crack * (1 - 0.7 * l))
      let blue = (0.03 + 0.02 * mesh) * (1 - crack) + 0.05 * l * (1 + mesh)
      if (fat !== null && (fats[i] as number) > nearFat) {
        const membrane = fat.membraneAt(x, y)
        if (membrane < 1) {
          pink = membrane * Math.max(0.2, pink)
          blue *= membrane
        }
      }
      const soft = inside < 1.2 ? inside / 1.2 : 1
      cover[at] = soft
      eosin[at] = Math.max(0, pink) * soft
      basophil[at] = Math.max(0, blue) * soft
    }
  }
}

/** Fat cells near a block, laid out so that the nine around a pixel are found by arithmetic. */
class FatCells {
  private readonly firstColumn: number
  private readonly firstRow: number
  private readonly columns: number
  /** x, y, bulge and whether it is fat, for each site. */
  private readonly table: Float64Array
  /** Whether any of the nine sites around each one is fat. */
  private readonly nearFat: Uint8Array

  constructor(sites: Scatter<Site>, amounts: StainAmounts) {
    const area = widen(areaOf(amounts, amounts.mpp), siteSpacing)
    this.firstColumn = Math.floor(area.left / siteSpacing)
    this.firstRow = Math.floor(area.top / siteSpacing)
    this.columns = Math.floor(area.right / siteSpacing) - this.firstColumn + 1
    const rows = Math.floor(area.bottom / siteSpacing) - this.firstRow + 1
    this.table = new Float64Array(this.columns * rows * 4)
    for (let i = 0; i < this.columns * rows; i++) {
      const site = sites.at(
        this.firstColumn + (i % this.columns),
        this.firstRow + Math.floor(i / this.columns),
      )
      if (site) this.table.set([site.x, site.y, site.bulge, site.fat ? 1 : 0], i * 4)
    }
    this.nearFat = new Uint8Array(this.columns * rows)
    for (let row = 1; row < rows - 1; row++)
      for (let column = 1; column < this.columns - 1; column++)
        if (this.isFatAround(column, row)) this.nearFat[row * this.columns + column] = 1
  }

  private isFatAround(column: number, row: number): boolean {
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++)
        if (this.table[(r * this.columns + c) * 4 + 3] === 1) return true
    return false
  }

  /** 0 inside a fat cell, 1 outside fat, between on a membrane. */
  membraneAt(x: number, y: number): number {
    const { table, columns } = this
    const column = Math.floor(x / siteSpacing) - this.firstColumn
    const row = Math.floor(y / siteSpacing) - this.firstRow
    if (this.nearFat[row * columns + column] === 0) return 1
    let first = Infinity
    let second = Infinity
    let third = Infinity
    let fat = 0
    for (let r = row - 1; r <= row + 1; r++)
      for (let c = column - 1; c <= column + 1; c++) {
        const i = (r * columns + c) * 4
        const dx = x - (table[i] as number)
        const dy = y - (table[i + 1] as number)
        const distance = Math.sqrt(dx * dx + dy * dy) - (table[i + 2] as number)
        if (distance < first) {
          third = second
          second = first
          first = distance
          fat = table[i + 3] as number
        } else if (distance < second) {
          third = second
          second = distance
        } else if (distance < third) third = distance
      }
    if (fat === 0) return 1
    // Where three meet, the corner is rounded off.
    const toSecond = Math.max(0, cornerRadius - (second - first) / 2)
    const toThird = Math.max(0, cornerRadius - (third - first) / 2)
    const edge = cornerRadius - Math.sqrt(toSecond * toSecond + toThird * toThird)
    return 0.99 * smoothStep(1.3, 0.5, edge)
  }
}
