/** Calls any service with arguments of one's own, and shows the answer. */

import { button, element, row, section, write } from "../page/dom.js";
import { jsonEditor, nameField } from "./name_field.js";
import { pretty } from "./topic_card.js";

export class CallSection {
  constructor(wire) {
    this.wire = wire;
    this.service = nameField("service", "service", "/arm_sim/set_params");
    this.fields = element("p", { class: "muted small" });
    this.editor = jsonEditor("arguments", "{}");
    this.answer = element("pre", {
      class: "raw",
      id: "answer",
      tabindex: 0,
      "aria-live": "polite",
      "aria-label": "answer",
    });
    this.service.input.addEventListener("change", () => this.describe());
    this.root = section(
      "Call a service",
      this.service.root,
      this.fields,
      this.editor.root,
      row(button("call", () => this._call())),
      this.answer,
    );
  }

  get _name() {
    return this.service.input.value.trim();
  }

  async _call() {
    write(this.answer, "");
    const args = this.editor.read();
    if (args === undefined) return;
    write(
      this.answer,
      await this.wire.call(this._name, args).then(
        ({ values, status }) => answered(true, status, values),
        ({ message, values }) => answered(false, message, values ?? {}),
      ),
    );
  }

  /** Show which fields the request of the service has. */
  async describe() {
    const service = this._name;
    try {
      const { type } = (await this.wire.call("/rosapi/service_type", { service })).values;
      const { values } = await this.wire.call("/rosapi/service_request_details", { type });
      write(this.fields, described(values.typedefs[0]));
    } catch {
      write(this.fields, "");
    }
  }
}

function answered(result, status, values) {
  return `result: ${result}\n${status ? `status: ${status}\n` : ""}${pretty(values)}`;
}

/** Say which fields a type has; typedef as in the answers of /rosapi. */
export function described(typedef) {
  if (!typedef?.fieldnames?.length) return "no arguments";
  const { fieldnames, fieldtypes, fieldarraylen } = typedef;
  const list = (k) => (fieldarraylen[k] < 0 ? "" : "[]");
  return fieldnames.map((name, k) => `${name}: ${fieldtypes[k]}${list(k)}`).join(", ");
}
