/**
 * What the tests say: each file as it ends, failures with what was expected, why tests were skipped, and as last line
 * `N passed, N failed`.
 */
import { DefaultReporter } from 'vitest/node'

export default class Reporter extends DefaultReporter {
  /**
   * Seeds and the like: without them what has failed cannot be done again.
   * @param {import('vitest/node').TestCase} test
   * @param {{ message: string }} annotation
   */
  onTestCaseAnnotate(test, annotation) {
    this.log(`   # ${test.name}: ${annotation.message}`)
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    super.onTestCaseResult(test)
    const result = test.result()
    if (result.state === 'skipped' && result.note !== undefined)
      this.log(`   skipped: ${test.module.relativeModuleId} > ${test.name}: ${result.note}`)
  }

  /**
   * @param {ReadonlyArray<import('vitest/node').TestModule>} modules
   * @param {ReadonlyArray<any>} unhandled errors outside of tests: each counts as failed
   * @param {import('vitest/node').TestRunEndReason} reason
   */
  onTestRunEnd(modules, unhandled, reason) {
    super.onTestRunEnd(modules, unhandled, reason)
    const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
    for (const module of modules) {
      let failedHere = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') counts.passed++
        else if (state === 'skipped') counts.skipped++
        else failedHere++ // of a test that has not ended too
      }
      counts.failed += failedHere
      // A file that could not be loaded, or whose hooks failed, has no failed test.
      if (module.state() === 'failed' && failedHere === 0) counts.failed++
    }
    this.log(
      `${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`
    )
  }
}
