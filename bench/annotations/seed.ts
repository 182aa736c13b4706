import type { Owner } from '../../server/src/platform/db/test-owner.ts'

/** The image that they lie on. */
export interface Ground {
  organizationId: string
  slideId: string
  imageId: string
  userId: string
  width: number
  height: number
}

/** As of a cell: its outline has so many corners, and so many pixels from its middle. */
const corners = 12
const radius = 12

const classes = ['Tumour', 'Stroma', 'Immune cells', 'Necrosis'] as const
const colours = ['#C5303B', '#2E7D32', '#1565C0', '#6D4C41'] as const

/** Places of outlines around 0, 0; the first is there again at the end. */
export const outline = Array.from({ length: corners + 1 }, (_, n) => {
  const angle = (2 * Math.PI * (n % corners)) / corners
  return [radius * Math.cos(angle), radius * Math.sin(angle)] as const
})

/** Type, polygons, rings and positions, as `geometry-bytes.ts` of the server writes them. */
const header = (() => {
  const bytes = Buffer.alloc(16)
  for (const [at, value] of [3, 1, 1, corners + 1].entries()) bytes.writeUInt32LE(value, 4 * at)
  return `'\\x${bytes.toString('hex')}'::bytea`
})()
const bytesOf = [
  header,
  ...outline.flatMap(([x, y]) => [
    `reverse(float8send(x + ${x}::float8))`,
    `reverse(float8send(y + ${y}::float8))`,
  ]),
].join(' || ')

/**
 * Puts cells all over an image until there are so many: as rows, since nobody sends a million of them in a minute.
 * The squares that count them are kept by the triggers of the product.
 */
export async function grow(owner: Owner, ground: Ground, from: number, to: number): Promise<void> {
  const { organizationId, slideId, imageId, userId, width, height } = ground
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  const list = (values: readonly string[]) =>
    `(array[${values.map(text).join(', ')}])[1 + n % ${values.length}]`
  const step = 100_000
  await owner.query('set synchronous_commit = off; alter table annotations disable trigger announce_insert')
  for (let begin = from; begin < to; begin += step) {
    const end = Math.min(begin + step, to)
    await owner.query(`
      create temporary table cells as
        select n, uuidv7() as id, ${radius} + random(0.0, ${width - 2 * radius}.0)::float8 as x,
          ${radius} + random(0.0, ${height - 2 * radius}.0)::float8 as y
        from generate_series(${begin + 1}, ${end}) n;
      insert into annotations (organization_id, id, slide_id, image_id, shape, positions, min_x, min_y, max_x, max_y,
          size_class, area_px, length_px, class_name, class_color, name, search_key, corners, origin, created_by, updated_by, created_at)
        select '${organizationId}', id, '${slideId}', '${imageId}', 'polygon', ${corners + 1},
          x - ${radius}, y - ${radius}, x + ${radius}, y + ${radius}, 5, ${3 * radius ** 2},
          ${2 * corners * radius * Math.sin(Math.PI / corners)}, ${list(classes)}, ${list(colours)},
          'Cell ' || n, 'cell ' || n, ${bytesOf}, 'imported', '${userId}', '${userId}', now() - (${to} - n) * interval '1 second'
        from cells;
      insert into annotation_geometries (organization_id, annotation_id, version, bytes)
        select '${organizationId}', id, 1, ${bytesOf} from cells;
      drop table cells`)
  }
  await owner.query('alter table annotations enable trigger announce_insert; reset synchronous_commit')
  await owner.query('vacuum analyze annotations, annotation_geometries, annotation_cells')
}
