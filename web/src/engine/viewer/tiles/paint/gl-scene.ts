import { applyAffine } from '@cresyl/contract/slides/affine'
import type { Edges } from '../tile-grid.ts'
import { blendedRange, channelTones, colorTones, rgbOf, type Tones } from '../tones.ts'
import type { GlProgram, GlPrograms } from './gl-programs.ts'
import type { GlTextures } from './gl-textures.ts'
import { cutPiece, type PaintedStack, type Piece, type Scene } from './scene.ts'

export interface GlTools {
  readonly gl: WebGL2RenderingContext
  readonly programs: GlPrograms
  readonly textures: GlTextures
}

/** From so many pixels of the screen for one of the image on, pixels are seen as squares. */
const crispFrom = 2
/** The number of what nothing else is drawn over. */
const alone = 255
/** Between the lines over what could not be had, in pixels of the screen. */
const stripe = 12

/**
 * Every pixel is drawn once by each stack, its front first: the stencil keeps the number of the last stack that was
 * there.
 */
export function paintScene(tools: GlTools, scene: Scene): void {
  const { gl, programs, textures } = tools
  const shade = scene.background === 'white' ? 1 : 0
  const isCrisp = scene.magnification >= crispFrom
  gl.viewport(0, 0, scene.size.width, scene.size.height)
  gl.clearColor(shade, shade, shade, 1)
  gl.clear(gl.COLOR_BUFFER_BIT | gl.STENCIL_BUFFER_BIT)
  textures.read(isCrisp)
  gl.enable(gl.STENCIL_TEST)
  gl.stencilOp(gl.KEEP, gl.KEEP, gl.REPLACE)
  scene.stacks.forEach((stack, index) => {
    // Drawn where this is greater than what is there.
    gl.stencilFunc(gl.GREATER, stack.isAlone ? alone : Math.min(index + 1, alone - 1), 0xff)
    setBlending(gl, stack)
    for (const piece of stack.pieces) paintPiece(tools, scene, stack, piece, isCrisp)
  })
  gl.disable(gl.STENCIL_TEST)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA)
  for (const edges of scene.failed) {
    const hatched = programs('hatched')
    hatched.begin()
    gl.uniform1f(hatched.uniform('stripe'), stripe)
    drawRectangle(gl, hatched, scene, edges, whole)
  }
}

const whole: Edges = { left: 0, top: 0, right: 1, bottom: 1 }

/** Channels add up; colours are as they are. */
function setBlending(gl: WebGL2RenderingContext, { look }: PaintedStack): void {
  if (look.type === 'colors') gl.disable(gl.BLEND)
  else gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE)
}

function paintPiece(
  { gl, programs, textures }: GlTools,
  scene: Scene,
  { look }: PaintedStack,
  piece: Piece,
  isCrisp: boolean,
): void {
  const { picture } = piece
  const cut = cutPiece(piece)
  const unit = picture.type === 'deep' ? 1 : 0
  gl.activeTexture(gl.TEXTURE0 + unit)
  const texture = textures.of(picture)
  if (cut === null || texture === null) return
  gl.bindTexture(gl.TEXTURE_2D, texture)
  const program = programs(picture.type)
  program.begin()
  gl.uniform1i(program.uniform('tile'), unit)
  gl.uniform1i(program.uniform('crisp'), isCrisp ? 1 : 0)
  if (look.type === 'colors') {
    setTones(gl, program, colorTones(look.display))
  } else if (picture.window !== null) {
    gl.uniform3f(program.uniform('hue'), ...rgbOf(look.display.color))
    setTones(gl, program, channelTones(look.display, picture.window))
    gl.uniform2f(program.uniform('range'), ...blendedRange(look.display, look.spread, picture.window))
  }
  drawRectangle(gl, program, scene, cut.edges, cut.part)
}

const setTones = (gl: WebGL2RenderingContext, program: GlProgram, { slope, offset, exponent }: Tones) =>
  gl.uniform3f(program.uniform('tones'), slope, offset, exponent)

/** Corners are counted in double precision: at 100,000 pixels the graphics card would miss by some of them. */
function drawRectangle(
  gl: WebGL2RenderingContext,
  program: GlProgram,
  { toCanvas, size }: Scene,
  { left, top, right, bottom }: Edges,
  part: Edges,
): void {
  const corners = [
    { x: left, y: top },
    { x: right, y: top },
    { x: left, y: bottom },
    { x: right, y: bottom },
  ].flatMap((corner) => {
    const { x, y } = applyAffine(toCanvas, corner)
    return [(2 * x) / size.width - 1, 1 - (2 * y) / size.height]
  })
  gl.uniform2fv(program.uniform('corners'), corners)
  gl.uniform4f(program.uniform('part'), part.left, part.top, part.right, part.bottom)
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
}
