CREATE TABLE `billing_charges` (
	`id` text PRIMARY KEY NOT NULL,
	`schedule_id` text NOT NULL,
	`period` text NOT NULL,
	`attempt` integer NOT NULL,
	`invoice_id` text NOT NULL,
	`job_id` text NOT NULL,
	`cents` integer,
	`payments_customer_id` text,
	`state` text NOT NULL,
	`asked` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`processor_id` text,
	`refusal` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`schedule_id`) REFERENCES `billing_schedules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "billing_charges_state" CHECK("billing_charges"."state" IN ('intended', 'done', 'refused', 'dropped')),
	CONSTRAINT "billing_charges_attempt" CHECK("billing_charges"."attempt" BETWEEN 1 AND 3),
	CONSTRAINT "billing_charges_done" CHECK("billing_charges"."state" <> 'done' OR "billing_charges"."processor_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_charges_one_per_attempt` ON `billing_charges` (`schedule_id`,`period`,`attempt`);--> statement-breakpoint
CREATE UNIQUE INDEX `billing_charges_one_open` ON `billing_charges` (`schedule_id`,`period`) WHERE "billing_charges"."state" = 'intended';--> statement-breakpoint
CREATE INDEX `billing_charges_due` ON `billing_charges` (`due_at`,`id`) WHERE "billing_charges"."state" = 'intended';--> statement-breakpoint
CREATE INDEX `billing_charges_by_invoice` ON `billing_charges` (`invoice_id`);--> statement-breakpoint
CREATE TABLE `billing_schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`recurring_schedule_id` text NOT NULL,
	`franchise_id` text,
	`customer_id` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`service_type` text NOT NULL,
	`interval_months` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`auto_charge` integer DEFAULT false NOT NULL,
	`payments_customer_id` text,
	`anchor_date` text NOT NULL,
	`next_billing_date` text NOT NULL,
	`status` text DEFAULT 'active' NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "billing_schedules_interval" CHECK("billing_schedules"."interval_months" BETWEEN 1 AND 24),
	CONSTRAINT "billing_schedules_price" CHECK("billing_schedules"."price_cents" >= 0),
	CONSTRAINT "billing_schedules_status" CHECK("billing_schedules"."status" IN ('active', 'paused', 'ended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_schedules_recurring_schedule_id_unique` ON `billing_schedules` (`recurring_schedule_id`);--> statement-breakpoint
CREATE INDEX `billing_schedules_due` ON `billing_schedules` (`next_billing_date`,`id`) WHERE "billing_schedules"."status" = 'active';--> statement-breakpoint
CREATE INDEX `billing_schedules_by_franchise` ON `billing_schedules` (`franchise_id`,`id`);--> statement-breakpoint
CREATE INDEX `billing_schedules_by_customer` ON `billing_schedules` (`customer_id`);--> statement-breakpoint
CREATE TABLE `invoice_counters` (
	`prefix` text NOT NULL,
	`year` integer NOT NULL,
	`kind` text NOT NULL,
	`last` integer NOT NULL,
	PRIMARY KEY(`prefix`, `year`, `kind`),
	CONSTRAINT "invoice_counters_last" CHECK("invoice_counters"."last" > 0)
);
--> statement-breakpoint
CREATE TABLE `invoice_documents` (
	`id` text PRIMARY KEY NOT NULL,
	`invoice_id` text NOT NULL,
	`sha256` text NOT NULL,
	`bytes` blob NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`invoice_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invoice_documents_by_invoice` ON `invoice_documents` (`invoice_id`,`id`);--> statement-breakpoint
CREATE TABLE `invoice_series` (
	`franchise_id` text PRIMARY KEY NOT NULL,
	`prefix` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoice_series_prefix_unique` ON `invoice_series` (`prefix`);--> statement-breakpoint
CREATE TABLE `invoices` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text DEFAULT 'invoice' NOT NULL,
	`status` text DEFAULT 'draft' NOT NULL,
	`number` text,
	`job_id` text NOT NULL,
	`franchise_id` text,
	`schedule_id` text,
	`period` text,
	`credits_id` text,
	`refund_id` text,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_phone` text,
	`tax_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`content` text NOT NULL,
	`issued_on` text,
	`due_on` text,
	`paid_at` integer,
	`sent_at` integer,
	`sent_via` text,
	`sends` integer DEFAULT 0 NOT NULL,
	`sending_id` text,
	`post_at` integer,
	`voided_at` integer,
	`voided_by` text,
	`void_reason` text,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`schedule_id`) REFERENCES `billing_schedules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credits_id`) REFERENCES `invoices`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "invoices_kind" CHECK("invoices"."kind" IN ('invoice', 'credit_note')),
	CONSTRAINT "invoices_status" CHECK("invoices"."status" IN ('draft', 'sent', 'void')),
	CONSTRAINT "invoices_amounts" CHECK("invoices"."total_cents" >= 0 AND "invoices"."tax_cents" >= 0),
	CONSTRAINT "invoices_sent_has_number" CHECK("invoices"."status" <> 'sent' OR "invoices"."number" IS NOT NULL),
	CONSTRAINT "invoices_credit" CHECK(("invoices"."kind" = 'credit_note') = ("invoices"."credits_id" IS NOT NULL)),
	CONSTRAINT "invoices_period" CHECK(("invoices"."schedule_id" IS NULL) = ("invoices"."period" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_number_unique` ON `invoices` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_refund_id_unique` ON `invoices` (`refund_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_one_live` ON `invoices` (`job_id`) WHERE "invoices"."kind" = 'invoice' AND "invoices"."status" <> 'void';--> statement-breakpoint
CREATE UNIQUE INDEX `invoices_one_per_period` ON `invoices` (`schedule_id`,`period`) WHERE "invoices"."schedule_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_by_job` ON `invoices` (`job_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_franchise` ON `invoices` (`franchise_id`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_status` ON `invoices` (`status`,`id`);--> statement-breakpoint
CREATE INDEX `invoices_by_credit` ON `invoices` (`credits_id`) WHERE "invoices"."credits_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_to_post` ON `invoices` (`post_at`,`id`) WHERE "invoices"."post_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `invoices_sending` ON `invoices` (`id`) WHERE "invoices"."sending_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `task_runs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`task` text NOT NULL,
	`slot` text NOT NULL,
	`trigger` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 1 NOT NULL,
	`owner` text NOT NULL,
	`lease_until` integer NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`result` text,
	`error` text,
	CONSTRAINT "task_runs_state" CHECK("task_runs"."state" IN ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_runs_one_at_a_time` ON `task_runs` (`task`) WHERE "task_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX `task_runs_latest` ON `task_runs` (`task`,`id`);--> statement-breakpoint
CREATE INDEX `task_runs_by_age` ON `task_runs` (`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_runs_one_per_slot` ON `task_runs` (`task`,`slot`);