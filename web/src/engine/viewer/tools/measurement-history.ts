import type { Measurement } from './measurement.ts'
import type { ToolsState } from './tools-state.ts'

/** What was measured before each change of it. */
export interface MeasurementHistory {
  /** A drag is one change, however far it goes. */
  note(before: ToolsState, after: ToolsState): void
  /** How many changes can be taken back. */
  depth(): number
  /** As it was before the last change; null where nothing was changed. */
  undo(): readonly Measurement[] | null
  forget(): void
}

export function createMeasurementHistory(): MeasurementHistory {
  let past: (readonly Measurement[])[] = []
  let held: ToolsState['grab'] = null
  return {
    note(before, after) {
      if (after.measurements === before.measurements) return
      const isSameDrag = after.grab !== null && after.grab === held
      held = after.grab
      if (!isSameDrag) past.push(before.measurements)
    },
    depth: () => past.length,
    undo: () => past.pop() ?? null,
    forget() {
      past = []
    },
  }
}
