import { fragmentShaders, type ProgramName, vertexShader } from './shaders.ts'

/** What is needed with it sooner or later. */
const companions: Record<ProgramName, readonly ProgramName[]> = {
  colors: [],
  shallow: ['deep'],
  deep: ['shallow'],
  hatched: [],
}

export interface GlProgram {
  /** What is drawn from now on is drawn by it. */
  begin(): void
  /** Null where a program has no use for it: setting it does nothing. */
  uniform(name: string): WebGLUniformLocation | null
}

export type GlPrograms = (name: ProgramName) => GlProgram

/**
 * Each is built when it is first needed, since building takes long; what will be needed with it is on its way before
 * the first is asked about: each answer of the graphics card keeps the page waiting.
 */
export function createPrograms(gl: WebGL2RenderingContext): GlPrograms {
  const begun = new Map<ProgramName, Begun>()
  const built = new Map<ProgramName, GlProgram>()
  return (name) => {
    const known = built.get(name)
    if (known !== undefined) return known
    for (const each of [name, ...companions[name]]) if (!begun.has(each)) begun.set(each, begin(gl, each))
    const { program, shaders } = begun.get(name) ?? begin(gl, name)
    check(gl, name, program, shaders)
    const usableNow = usable(gl, program)
    built.set(name, usableNow)
    return usableNow
  }
}

interface Begun {
  program: WebGLProgram
  shaders: WebGLShader[]
}

function begin(gl: WebGL2RenderingContext, name: ProgramName): Begun {
  const program = gl.createProgram()
  const shaders = [
    compile(gl, gl.VERTEX_SHADER, vertexShader),
    compile(gl, gl.FRAGMENT_SHADER, fragmentShaders[name]),
  ]
  for (const shader of shaders) gl.attachShader(program, shader)
  gl.linkProgram(program)
  return { program, shaders }
}

function compile(gl: WebGL2RenderingContext, type: number, source: string): WebGLShader {
  const shader = gl.createShader(type)
  if (shader === null) throw new Error('The graphics card takes no shaders.')
  gl.shaderSource(shader, source)
  gl.compileShader(shader)
  return shader
}

/** What could not be compiled can't be linked either. */
function check(
  gl: WebGL2RenderingContext,
  name: ProgramName,
  program: WebGLProgram,
  shaders: readonly WebGLShader[],
): void {
  // A context that is lost meanwhile answers nothing: it is built anew when it is back.
  if (gl.getProgramParameter(program, gl.LINK_STATUS) || gl.isContextLost()) return
  const reasons = [...shaders.map((shader) => gl.getShaderInfoLog(shader)), gl.getProgramInfoLog(program)]
  throw new Error(`The program ${name} cannot be built: ${reasons.filter(Boolean).join(' ')}`)
}

function usable(gl: WebGL2RenderingContext, program: WebGLProgram): GlProgram {
  const locations = new Map<string, WebGLUniformLocation | null>()
  const uniform = (which: string) => {
    const known = locations.get(which)
    if (known !== undefined) return known
    const location = gl.getUniformLocation(program, which)
    locations.set(which, location)
    return location
  }
  return { begin: () => gl.useProgram(program), uniform }
}
