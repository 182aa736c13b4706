/** A rectangle in µm. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export const widen = (area: Area, by: number): Area => ({
  left: area.left - by,
  top: area.top - by,
  right: area.right + by,
  bottom: area.bottom + by,
})

/** What was made last, up to a number of things. */
export class RecentMap<Thing> {
  private readonly things = new Map<number, Thing>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(key: number): Thing | undefined {
    return this.things.get(key)
  }

  set(key: number, thing: Thing): void {
    if (this.things.size >= this.most) {
      const oldest = this.things.keys().next()
      if (!oldest.done) this.things.delete(oldest.value)
    }
    this.things.set(key, thing)
  }
}

/** A number for a thing of a cell, unique among things of its `kind` (0 or 1) and of the other. */
export const idOfCell = (column: number, row: number, kind: 0 | 1): number =>
  ((row + 16) * 0x100000 + column + 16) * 2 + kind

/**
 * Things scattered over the plane, at most one in each cell of a square grid, each a function of its cell alone: any
 * part of the plane can be looked at without the rest. `reach` is how far a thing may extend beyond its cell.
 */
export class Scatter<Thing> {
  readonly spacing: number
  readonly reach: number
  private readonly make: (column: number, row: number) => Thing | null
  private readonly made: RecentMap<Thing | null>

  constructor(
    spacing: number,
    reach: number,
    make: (column: number, row: number) => Thing | null,
    kept = 10_000,
  ) {
    this.spacing = spacing
    this.reach = reach
    this.make = make
    this.made = new RecentMap(kept)
  }

  at(column: number, row: number): Thing | null {
    const key = row * 0x200000 + column
    let thing = this.made.get(key)
    if (thing === undefined) {
      thing = this.make(column, row)
      this.made.set(key, thing)
    }
    return thing
  }

  /** What may reach into an area, row by row: the order of any two things is the same in every area. */
  near(area: Area): Thing[] {
    const { left, top, right, bottom } = widen(area, this.reach)
    const things: Thing[] = []
    const lastRow = Math.floor(bottom / this.spacing)
    const lastColumn = Math.floor(right / this.spacing)
    for (let row = Math.floor(top / this.spacing); row <= lastRow; row++)
      for (let column = Math.floor(left / this.spacing); column <= lastColumn; column++) {
        const thing = this.at(column, row)
        if (thing !== null) things.push(thing)
      }
    return things
  }
}
