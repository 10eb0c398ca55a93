/** A result as the home page has it: its plan, what it touched, and no tabs. */
export function planFirst(result: Node): Node {
  if (result instanceof Element) {
    const plan = result.querySelector(".rs-plan");
    result.querySelector(".rs-tabs")?.remove();
    if (plan) {
      result.prepend(plan);
    }
  }
  return result;
}
