/** TIFF's `2020:09:22 19:39:50` as ISO 8601; undefined where it is something else. */
export function scanTimeOf(dateTime: string | undefined): string | undefined {
  const [, year, month, day, time] =
    /^(\d{4}):(\d{2}):(\d{2}) (\d{2}:\d{2}:\d{2})$/.exec(dateTime?.trim() ?? '') ?? []
  const iso = `${year}-${month}-${day}T${time}`
  return Number.isNaN(Date.parse(iso)) ? undefined : iso
}
