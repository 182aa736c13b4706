import { areaOf, pixelsWithin, type StainAmounts } from './block.ts'
import { type Gland, type Goblet, heightInGland } from './glands.ts'
import { sampleTexture, smoothStep, type Texture } from './noise.ts'
import type { Structures } from './nuclei.ts'
import { beyondLumen, type Vessel } from './vessels.ts'

/** Paints glands and vessels, without their nuclei. */
export function paintStructures(
  amounts: StainAmounts,
  { glands, vessels }: Structures,
  texture: Texture,
): void {
  const area = areaOf(amounts, amounts.mpp)
  for (const gland of glands.near(area)) paintGland(amounts, gland, texture)
  for (const vessel of vessels.near(area)) paintVessel(amounts, vessel, texture)
}

const around = (x: number, y: number, reach: number) => ({
  left: x - reach,
  top: y - reach,
  right: x + reach,
  bottom: y + reach,
})

function paintGland(amounts: StainAmounts, gland: Gland, texture: Texture): void {
  const { mpp, width, cover, eosin, basophil } = amounts
  const reach = gland.largest + 4
  const pixels = pixelsWithin(amounts, mpp, around(gland.x, gland.y, reach))
  if (pixels === null) return
  const { height, atypia, secretion } = gland
  for (let py = pixels.y; py < pixels.y + pixels.height; py++)
    for (let px = pixels.x; px < pixels.x + pixels.width; px++) {
      const at = (py - amounts.y) * width + px - amounts.x
      const soft = cover[at] as number
      if (soft === 0) continue
      const x = (px + 0.5) * mpp
      const y = (py + 0.5) * mpp
      const dx = x - gland.x
      const dy = y - gland.y
      if (dx * dx + dy * dy > reach * reach) continue
      const above = heightInGland(gland, x, y)
      if (above < -3) continue
      const grain = sampleTexture(texture, x * 4.1, y * 4.1)
      if (above < -0.4) {
        // The basement membrane and the thin sheath of collagen around it.
        const sheath = 0.09 * smoothStep(-3, -1, above)
        eosin[at] = (eosin[at] as number) + sheath * soft
        continue
      }
      const share = above / height
      const clear = smoothStep(0.2, 0.75, share)
      let pink = 0.21 + 0.06 * grain - 0.06 * clear + 0.1 * smoothStep(0.88, 0.97, share)
      let blue = 0.1 - 0.06 * clear + (0.1 + 0.03 * grain) * atypia
      const lumen = smoothStep(-0.6, 0.6, above - height)
      if (lumen > 0) {
        const slime = sampleTexture(texture, x * 1.3 + 31, y * 1.3 + 77)
        const filled = secretion * smoothStep(-0.35, 0.35, slime) + 0.06
        pink += (0.09 * filled + 0.004 - pink) * lumen
        blue += (0.1 * filled - blue) * lumen
      }
      const weight = smoothStep(-0.4, 0.5, above)
      eosin[at] = (eosin[at] as number) * (1 - weight) + pink * weight * soft
      basophil[at] = (basophil[at] as number) * (1 - weight) + blue * weight * soft
    }
  for (const goblet of gland.goblets) paintGoblet(amounts, goblet, texture)
}

function paintGoblet(amounts: StainAmounts, goblet: Goblet, texture: Texture): void {
  const { mpp, width, cover, eosin, basophil } = amounts
  const pixels = pixelsWithin(amounts, mpp, around(goblet.x, goblet.y, goblet.long + 1))
  if (pixels === null) return
  for (let py = pixels.y; py < pixels.y + pixels.height; py++)
    for (let px = pixels.x; px < pixels.x + pixels.width; px++) {
      const x = (px + 0.5) * mpp
      const y = (py + 0.5) * mpp
      const dx = x - goblet.x
      const dy = y - goblet.y
      const u = (dx * goblet.cos + dy * goblet.sin) / goblet.long
      const v = (dy * goblet.cos - dx * goblet.sin) / goblet.short
      // Wider towards the lumen than towards the nucleus.
      const radius = Math.sqrt(u * u + v * v * (1 + 0.35 * u))
      if (radius > 1.15) continue
      const at = (py - amounts.y) * width + px - amounts.x
      const inside = smoothStep(1.12, 0.9, radius)
      const wisps = sampleTexture(texture, x * 5.7 + 11, y * 5.7 + 5)
      const soft = cover[at] as number
      eosin[at] = (eosin[at] as number) * (1 - inside) + inside * 0.015 * soft
      basophil[at] = (basophil[at] as number) * (1 - inside) + inside * (0.085 + 0.06 * wisps) * soft
    }
}

function paintVessel(amounts: StainAmounts, vessel: Vessel, texture: Texture): void {
  const { mpp, width, cover, eosin, basophil } = amounts
  const pixels = pixelsWithin(amounts, mpp, around(vessel.x, vessel.y, vessel.outer + 2))
  if (pixels === null) return
  for (let py = pixels.y; py < pixels.y + pixels.height; py++)
    for (let px = pixels.x; px < pixels.x + pixels.width; px++) {
      const x = (px + 0.5) * mpp
      const y = (py + 0.5) * mpp
      const out = beyondLumen(vessel, x, y)
      if (out > vessel.wall + 1) continue
      const at = (py - amounts.y) * width + px - amounts.x
      const soft = cover[at] as number
      // Muscle fibres run around the vessel: the texture follows the distance from the lumen.
      const fibre = sampleTexture(texture, (x + y) * 0.5, out * 5)
      let pink = 0.3 + 0.09 * fibre
      let blue = 0.05
      const lumen = smoothStep(0.4, -0.4, out)
      pink += (0.03 - pink) * lumen
      blue += (0.004 - blue) * lumen
      const weight = smoothStep(vessel.wall + 1, vessel.wall - 0.5, out)
      eosin[at] = (eosin[at] as number) * (1 - weight) + pink * weight * soft
      basophil[at] = (basophil[at] as number) * (1 - weight) + blue * weight * soft
    }
  for (const { x, y, radius } of vessel.redCells) paintRedCell(amounts, x, y, radius)
}

function paintRedCell(amounts: StainAmounts, centerX: number, centerY: number, radius: number): void {
  const { mpp, width, cover, eosin, basophil } = amounts
  const pixels = pixelsWithin(amounts, mpp, around(centerX, centerY, radius + 0.5))
  if (pixels === null) return
  for (let py = pixels.y; py < pixels.y + pixels.height; py++)
    for (let px = pixels.x; px < pixels.x + pixels.width; px++) {
      const dx = (px + 0.5) * mpp - centerX
      const dy = (py + 0.5) * mpp - centerY
      const distance = Math.sqrt(dx * dx + dy * dy)
      const inside = smoothStep(radius + 0.35, radius - 0.35, distance)
      if (inside === 0) continue
      const at = (py - amounts.y) * width + px - amounts.x
      // Thinner in the middle.
      const pink = 0.5 - 0.14 * smoothStep(radius * 0.6, 0, distance)
      eosin[at] = Math.max(eosin[at] as number, pink * inside * (cover[at] as number))
      basophil[at] = (basophil[at] as number) * (1 - inside)
    }
}
