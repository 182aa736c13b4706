/** A worker as its row shows it. */
export interface Beat {
  serverId: string
  incarnation: string
  beat: number
}

export interface BeatWatchOptions {
  lostAfter: number
  /** Looks that lie further apart say nothing about what was between them: the watch begins anew. */
  longestGap: number
}

export interface BeatWatch {
  /**
   * Takes in what was read, between two readings of a clock that only goes forward. Returns the workers whose beat
   * has stood still for long enough.
   */
  look(beats: readonly Beat[], asked: number, answered: number): Beat[]
}

/**
 * Tells by this process's own time alone who has died: clocks of two machines are never compared, and neither a
 * database that was away nor this process's own sleep counts against anybody.
 */
export function createBeatWatch({ lostAfter, longestGap }: BeatWatchOptions): BeatWatch {
  let seen = new Map<string, Beat & { since: number }>()
  let last: number | undefined
  return {
    look: (beats, asked, answered) => {
      if (last !== undefined && answered - last > longestGap) seen = new Map()
      last = answered
      seen = new Map(
        beats.map((each) => {
          const before = seen.get(each.serverId)
          const still = before?.incarnation === each.incarnation && before.beat === each.beat
          return [each.serverId, { ...each, since: still ? before.since : answered }]
        }),
      )
      return beats.filter(({ serverId }) => asked - (seen.get(serverId)?.since ?? asked) >= lostAfter)
    },
  }
}
