/** Cells as lines of aligned columns, two spaces between them; columns named in `right` end at the same place. */
export function columns(rows: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(0, ...rows.map((row) => row[index]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0
        return right.includes(index) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
