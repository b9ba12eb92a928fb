CREATE TABLE `activity` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`type` text NOT NULL,
	`actor` text NOT NULL,
	`summary` text NOT NULL,
	`metadata` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `activity_by_age` ON `activity` (`at`);--> statement-breakpoint
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
	CONSTRAINT "billing_charges_state" CHECK(("billing_charges"."state" = 'intended' OR "billing_charges"."state" = 'done' OR "billing_charges"."state" = 'refused' OR "billing_charges"."state" = 'dropped')),
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
	CONSTRAINT "billing_schedules_status" CHECK(("billing_schedules"."status" = 'active' OR "billing_schedules"."status" = 'paused' OR "billing_schedules"."status" = 'ended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `billing_schedules_recurring_schedule_id_unique` ON `billing_schedules` (`recurring_schedule_id`);--> statement-breakpoint
CREATE INDEX `billing_schedules_due` ON `billing_schedules` (`next_billing_date`,`id`) WHERE "billing_schedules"."status" = 'active';--> statement-breakpoint
CREATE INDEX `billing_schedules_by_franchise` ON `billing_schedules` (`franchise_id`,`id`);--> statement-breakpoint
CREATE INDEX `billing_schedules_by_customer` ON `billing_schedules` (`customer_id`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`request_key` text,
	`fingerprint` text NOT NULL,
	`type` text NOT NULL,
	`audience` text NOT NULL,
	`franchise_id` text,
	`subject` text,
	`template` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`reached` text DEFAULT '' NOT NULL,
	`queued_at` integer,
	CONSTRAINT "campaigns_type" CHECK(("campaigns"."type" = 'email' OR "campaigns"."type" = 'sms' OR "campaigns"."type" = 'both')),
	CONSTRAINT "campaigns_audience" CHECK(("campaigns"."audience" = 'all' OR "campaigns"."audience" = 'new' OR "campaigns"."audience" = 'returning'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `campaigns_request_key_unique` ON `campaigns` (`request_key`);--> statement-breakpoint
CREATE TABLE `cancellations` (
	`job_id` text PRIMARY KEY NOT NULL,
	`state` text NOT NULL,
	`actor` text NOT NULL,
	`tell_customer` integer NOT NULL,
	`email` text,
	`phone` text,
	`hinted_id` text,
	`hinted_status` text,
	`looked_up` integer DEFAULT false NOT NULL,
	`untied` integer DEFAULT false NOT NULL,
	`answer` text,
	`created_at` integer NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cancellations_state" CHECK(("cancellations"."state" = 'open' OR "cancellations"."state" = 'done')),
	CONSTRAINT "cancellations_answer" CHECK(("cancellations"."state" = 'done') = ("cancellations"."answer" IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX `cancellations_open` ON `cancellations` (`created_at`) WHERE "cancellations"."state" = 'open';--> statement-breakpoint
CREATE TABLE `checkout_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`state` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`return_url` text,
	`order` text,
	`session_id` text,
	`url` text,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "checkout_sessions_state" CHECK(("checkout_sessions"."state" = 'intended' OR "checkout_sessions"."state" = 'open' OR "checkout_sessions"."state" = 'completed' OR "checkout_sessions"."state" = 'expired')),
	CONSTRAINT "checkout_sessions_amount" CHECK("checkout_sessions"."amount_cents" > 0),
	CONSTRAINT "checkout_sessions_open" CHECK("checkout_sessions"."state" <> 'open' OR ("checkout_sessions"."session_id" IS NOT NULL AND "checkout_sessions"."url" IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_sessions_session_id_unique` ON `checkout_sessions` (`session_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `checkout_sessions_one_live` ON `checkout_sessions` (`job_id`) WHERE "checkout_sessions"."state" IN ('intended', 'open');--> statement-breakpoint
CREATE INDEX `checkout_sessions_intended` ON `checkout_sessions` (`created_at`) WHERE "checkout_sessions"."state" = 'intended';--> statement-breakpoint
CREATE TABLE `client_errors` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`message` text NOT NULL,
	`grouping` text NOT NULL,
	`stack` text,
	`page` text,
	`user_agent` text,
	`metadata` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `client_errors_by_age` ON `client_errors` (`at`);--> statement-breakpoint
CREATE INDEX `client_errors_by_group` ON `client_errors` (`grouping`,`at`);--> statement-breakpoint
CREATE TABLE `commit_marks` (
	`writer` text PRIMARY KEY NOT NULL,
	`batch` integer NOT NULL,
	`committed_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `customers` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`email_opt_out` integer DEFAULT false NOT NULL,
	`sms_opt_out` integer DEFAULT false NOT NULL,
	`payments_customer_id` text,
	`merged_into` text,
	`erased_at` integer,
	`searchable` integer DEFAULT false NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customers_one_per_email` ON `customers` (`email`) WHERE "customers"."email" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `customers_one_per_phone` ON `customers` (`phone`) WHERE "customers"."email" IS NULL AND "customers"."phone" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `customers_by_phone` ON `customers` (`phone`) WHERE "customers"."searchable" = 1;--> statement-breakpoint
CREATE INDEX `customers_by_name` ON `customers` (lower("name")) WHERE "customers"."searchable" = 1;--> statement-breakpoint
CREATE INDEX `customers_new` ON `customers` (`id`) WHERE "customers"."searchable" = 0;--> statement-breakpoint
CREATE INDEX `customers_without_texts` ON `customers` (`phone`) WHERE "customers"."sms_opt_out" = 1;--> statement-breakpoint
CREATE INDEX `customers_merged` ON `customers` (`merged_into`) WHERE "customers"."merged_into" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `demo_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`franchise_id` text NOT NULL,
	`name` text NOT NULL,
	`email` text,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`payouts_enabled` integer DEFAULT false NOT NULL,
	`details_submitted` integer DEFAULT false NOT NULL,
	`return_url` text,
	`paid_out_cents` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "demo_accounts_paid_out" CHECK("demo_accounts"."paid_out_cents" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_accounts_franchise_id_unique` ON `demo_accounts` (`franchise_id`);--> statement-breakpoint
CREATE TABLE `demo_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`delivered_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_events_id_unique` ON `demo_events` (`id`);--> statement-breakpoint
CREATE INDEX `demo_events_due` ON `demo_events` (`due_at`) WHERE "demo_events"."delivered_at" IS NULL;--> statement-breakpoint
CREATE INDEX `demo_events_by_age` ON `demo_events` (`created_at`);--> statement-breakpoint
CREATE TABLE `demo_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`captured_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`fee_cents` integer DEFAULT 0 NOT NULL,
	`job_id` text,
	`invoice_id` text,
	`customer_id` text,
	`transfer_group` text,
	`charge_key` text,
	`last_decline` text,
	`disputed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "demo_intents_kind" CHECK(("demo_intents"."kind" = 'payment' OR "demo_intents"."kind" = 'setup')),
	CONSTRAINT "demo_intents_state" CHECK(("demo_intents"."state" = 'open' OR "demo_intents"."state" = 'succeeded' OR "demo_intents"."state" = 'cancelled')),
	CONSTRAINT "demo_intents_amounts" CHECK("demo_intents"."refunded_cents" BETWEEN 0 AND "demo_intents"."captured_cents"
        AND "demo_intents"."captured_cents" BETWEEN 0 AND "demo_intents"."amount_cents"
        AND "demo_intents"."fee_cents" BETWEEN 0 AND "demo_intents"."captured_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_intents_charge_key_unique` ON `demo_intents` (`charge_key`);--> statement-breakpoint
CREATE INDEX `demo_intents_by_customer` ON `demo_intents` (`customer_id`) WHERE "demo_intents"."customer_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `demo_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`request` text NOT NULL,
	`object_id` text,
	`refusal` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `demo_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`cents` integer NOT NULL,
	`reason` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`intent_id`) REFERENCES `demo_intents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_refunds_cents" CHECK("demo_refunds"."cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_refunds_key_unique` ON `demo_refunds` (`key`);--> statement-breakpoint
CREATE INDEX `demo_refunds_by_intent` ON `demo_refunds` (`intent_id`);--> statement-breakpoint
CREATE TABLE `demo_reversals` (
	`id` text PRIMARY KEY NOT NULL,
	`transfer_id` text NOT NULL,
	`cents` integer NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`transfer_id`) REFERENCES `demo_transfers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_reversals_cents" CHECK("demo_reversals"."cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_reversals_key_unique` ON `demo_reversals` (`key`);--> statement-breakpoint
CREATE INDEX `demo_reversals_by_transfer` ON `demo_reversals` (`transfer_id`);--> statement-breakpoint
CREATE TABLE `demo_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`job_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`description` text NOT NULL,
	`success_url` text NOT NULL,
	`cancel_url` text NOT NULL,
	`transfer_group` text NOT NULL,
	`intent_id` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`intent_id`) REFERENCES `demo_intents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_sessions_state" CHECK(("demo_sessions"."state" = 'open' OR "demo_sessions"."state" = 'complete' OR "demo_sessions"."state" = 'expired')),
	CONSTRAINT "demo_sessions_amount" CHECK("demo_sessions"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_sessions_intent_id_unique` ON `demo_sessions` (`intent_id`);--> statement-breakpoint
CREATE TABLE `demo_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`intent_id` text,
	`cents` integer NOT NULL,
	`reversed_cents` integer DEFAULT 0 NOT NULL,
	`transfer_group` text NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `demo_accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`intent_id`) REFERENCES `demo_intents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "demo_transfers_amounts" CHECK("demo_transfers"."cents" > 0 AND "demo_transfers"."reversed_cents" BETWEEN 0 AND "demo_transfers"."cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `demo_transfers_key_unique` ON `demo_transfers` (`key`);--> statement-breakpoint
CREATE INDEX `demo_transfers_by_account` ON `demo_transfers` (`account_id`);--> statement-breakpoint
CREATE INDEX `demo_transfers_by_group` ON `demo_transfers` (`transfer_group`);--> statement-breakpoint
CREATE INDEX `demo_transfers_by_intent` ON `demo_transfers` (`intent_id`);--> statement-breakpoint
CREATE TABLE `franchise_splits` (
	`id` text PRIMARY KEY NOT NULL,
	`franchise_id` text NOT NULL,
	`share_basis_points` integer NOT NULL,
	`effective_from` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "franchise_splits_share_range" CHECK("franchise_splits"."share_basis_points" BETWEEN 0 AND 10000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `franchise_splits_one_per_moment` ON `franchise_splits` (`franchise_id`,`effective_from`);--> statement-breakpoint
CREATE TABLE `franchise_zips` (
	`zip` text NOT NULL,
	`franchise_id` text NOT NULL,
	PRIMARY KEY(`zip`, `franchise_id`),
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `franchise_zips_by_franchise` ON `franchise_zips` (`franchise_id`,`zip`);--> statement-breakpoint
CREATE TABLE `franchises` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`contact_name` text,
	`email` text,
	`phone` text,
	`time_zone` text NOT NULL,
	`colour` text DEFAULT '#1f6f54' NOT NULL,
	`tax_basis_points` integer DEFAULT 0 NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`lat` real,
	`lng` real,
	`area_polygon` text,
	`blackout_dates` text DEFAULT '[]' NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`account_id` text,
	`charges_enabled` integer DEFAULT false NOT NULL,
	`payouts_enabled` integer DEFAULT false NOT NULL,
	`details_submitted` integer DEFAULT false NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "franchises_tax_range" CHECK("franchises"."tax_basis_points" BETWEEN 0 AND 5000)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `franchises_account_id_unique` ON `franchises` (`account_id`);--> statement-breakpoint
CREATE INDEX `franchises_by_name` ON `franchises` (`name`);--> statement-breakpoint
CREATE TABLE `hq_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`title` text NOT NULL,
	`detail` text,
	`franchise_id` text,
	`state` text DEFAULT 'open' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`done_by` text,
	`demo` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `hq_tasks_one_open` ON `hq_tasks` (`kind`,`subject`) WHERE "hq_tasks"."state" = 'open';--> statement-breakpoint
CREATE INDEX `hq_tasks_by_state` ON `hq_tasks` (`state`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`fingerprint` text NOT NULL,
	`status` integer NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_by_age` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
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
	CONSTRAINT "invoices_kind" CHECK(("invoices"."kind" = 'invoice' OR "invoices"."kind" = 'credit_note')),
	CONSTRAINT "invoices_status" CHECK(("invoices"."status" = 'draft' OR "invoices"."status" = 'sent' OR "invoices"."status" = 'void')),
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
CREATE TABLE `job_area_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`area` text NOT NULL,
	`inside` integer NOT NULL,
	`outside` integer NOT NULL,
	`unplaced` integer NOT NULL,
	PRIMARY KEY(`chunk`, `area`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `job_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`kind` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `job_events_by_job` ON `job_events` (`job_id`,`id`);--> statement-breakpoint
CREATE TABLE `job_notes` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`author` text NOT NULL,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `job_notes_by_job` ON `job_notes` (`job_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `job_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`pending` integer NOT NULL,
	`scheduled` integer NOT NULL,
	`en_route` integer NOT NULL,
	`in_progress` integer NOT NULL,
	`completed` integer NOT NULL,
	`cancelled` integer NOT NULL,
	`no_show` integer NOT NULL,
	`lead_minutes` integer NOT NULL,
	`lead_jobs` integer NOT NULL,
	PRIMARY KEY(`chunk`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `job_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_phone` text,
	`address` text NOT NULL,
	`type` text NOT NULL,
	`price_cents` integer NOT NULL,
	`add_ons` text DEFAULT '[]' NOT NULL,
	`notes` text,
	`gutter_length` real,
	`stories` real,
	`preferred_time` text,
	`franchise_id` text,
	`interval_months` integer NOT NULL,
	`anchor_date` text NOT NULL,
	`next_date` text NOT NULL,
	`end_date` text,
	`active` integer DEFAULT true NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "job_templates_interval" CHECK("job_templates"."interval_months" BETWEEN 1 AND 24),
	CONSTRAINT "job_templates_price" CHECK("job_templates"."price_cents" >= 0)
);
--> statement-breakpoint
CREATE INDEX `job_templates_due` ON `job_templates` (`active`,`next_date`);--> statement-breakpoint
CREATE INDEX `job_templates_by_state` ON `job_templates` (`active`,`id`);--> statement-breakpoint
CREATE INDEX `job_templates_by_customer` ON `job_templates` (`customer_id`);--> statement-breakpoint
CREATE TABLE `job_type_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`service_id` text NOT NULL,
	`jobs` integer NOT NULL,
	`completed` integer NOT NULL,
	`cancelled` integer NOT NULL,
	PRIMARY KEY(`chunk`, `service_id`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `jobs` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`customer_id` text,
	`customer_name` text NOT NULL,
	`customer_email` text,
	`customer_phone` text,
	`address` text NOT NULL,
	`type` text NOT NULL,
	`preferred_date` text,
	`preferred_time` text,
	`add_ons` text DEFAULT '[]' NOT NULL,
	`notes` text,
	`gutter_length` real,
	`stories` real,
	`franchise_id` text,
	`payment_id` text,
	`payment_status` text,
	`status` text DEFAULT 'pending' NOT NULL,
	`source` text DEFAULT 'public' NOT NULL,
	`service_type_id` text,
	`worker_id` text,
	`scheduled_start` integer,
	`scheduled_end` integer,
	`busy_until` integer,
	`priority` integer DEFAULT 0 NOT NULL,
	`locked` integer DEFAULT false NOT NULL,
	`held` integer DEFAULT false NOT NULL,
	`place_state` text DEFAULT 'waiting' NOT NULL,
	`place_label` text,
	`zip` text,
	`lat` real,
	`lng` real,
	`price_cents` integer NOT NULL,
	`discount_cents` integer DEFAULT 0 NOT NULL,
	`referral_credit_cents` integer DEFAULT 0 NOT NULL,
	`tax_basis_points` integer DEFAULT 0 NOT NULL,
	`tax_cents` integer DEFAULT 0 NOT NULL,
	`total_cents` integer NOT NULL,
	`promo_code` text,
	`payment_state` text DEFAULT 'unpaid' NOT NULL,
	`template_id` text,
	`template_period` text,
	`en_route_at` integer,
	`started_at` integer,
	`completed_at` integer,
	`cancelled_at` integer,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "jobs_status" CHECK(("jobs"."status" = 'pending' OR "jobs"."status" = 'scheduled' OR "jobs"."status" = 'en_route' OR "jobs"."status" = 'in_progress' OR "jobs"."status" = 'completed' OR "jobs"."status" = 'cancelled' OR "jobs"."status" = 'no_show')),
	CONSTRAINT "jobs_payment_state" CHECK(("jobs"."payment_state" = 'unpaid' OR "jobs"."payment_state" = 'paid' OR "jobs"."payment_state" = 'partly_refunded' OR "jobs"."payment_state" = 'refunded' OR "jobs"."payment_state" = 'failed' OR "jobs"."payment_state" = 'disputed')),
	CONSTRAINT "jobs_amounts" CHECK("jobs"."price_cents" >= 0 AND "jobs"."discount_cents" >= 0 AND "jobs"."referral_credit_cents" >= 0
        AND "jobs"."tax_cents" >= 0 AND "jobs"."total_cents" >= 0),
	CONSTRAINT "jobs_total" CHECK("jobs"."total_cents" = "jobs"."price_cents" - "jobs"."discount_cents" - "jobs"."referral_credit_cents" + "jobs"."tax_cents"),
	CONSTRAINT "jobs_visit" CHECK(("jobs"."scheduled_start" IS NULL) = ("jobs"."scheduled_end" IS NULL)
        AND ("jobs"."scheduled_start" IS NULL) = ("jobs"."busy_until" IS NULL)
        AND ("jobs"."scheduled_start" IS NULL OR ("jobs"."scheduled_start" < "jobs"."scheduled_end"
          AND "jobs"."scheduled_end" <= "jobs"."busy_until"
          AND "jobs"."busy_until" - "jobs"."scheduled_start" <= 86400000))),
	CONSTRAINT "jobs_scheduled_has_visit" CHECK(("jobs"."status" = 'pending' OR "jobs"."status" = 'cancelled' OR "jobs"."status" = 'no_show') OR "jobs"."scheduled_start" IS NOT NULL),
	CONSTRAINT "jobs_born_unassigned" CHECK("jobs"."revision" > 0 OR "jobs"."worker_id" IS NULL OR NOT ("jobs"."status" = 'scheduled' OR "jobs"."status" = 'en_route' OR "jobs"."status" = 'in_progress'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_id_unique` ON `jobs` (`id`);--> statement-breakpoint
CREATE INDEX `jobs_by_status` ON `jobs` (`status`,`seq`);--> statement-breakpoint
CREATE INDEX `jobs_by_franchise` ON `jobs` (`franchise_id`,`seq`);--> statement-breakpoint
CREATE INDEX `jobs_by_customer` ON `jobs` (`customer_id`,`seq`);--> statement-breakpoint
CREATE INDEX `jobs_by_worker` ON `jobs` (`worker_id`,`scheduled_start`) WHERE "jobs"."worker_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_by_start` ON `jobs` (`scheduled_start`,`seq`) WHERE "jobs"."scheduled_start" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `jobs_to_place` ON `jobs` (`seq`) WHERE "jobs"."place_state" = 'waiting';--> statement-breakpoint
CREATE INDEX `jobs_by_payment` ON `jobs` (`payment_id`) WHERE "jobs"."payment_id" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_one_per_period` ON `jobs` (`template_id`,`template_period`) WHERE "jobs"."template_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ledger_entries` (
	`transaction_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`account` text NOT NULL,
	`cents` integer NOT NULL,
	`franchise_id` text,
	`kind` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`transaction_id`, `seq`),
	FOREIGN KEY (`transaction_id`) REFERENCES `ledger_transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "ledger_entries_account" CHECK(("ledger_entries"."account" = 'customers_receivable' OR "ledger_entries"."account" = 'processor_cash' OR "ledger_entries"."account" = 'processor_fees' OR "ledger_entries"."account" = 'revenue_hq' OR "ledger_entries"."account" = 'franchise_payable' OR "ledger_entries"."account" = 'franchise_receivable' OR "ledger_entries"."account" = 'refunds' OR "ledger_entries"."account" = 'tax_payable')),
	CONSTRAINT "ledger_entries_cents" CHECK(typeof("ledger_entries"."cents") = 'integer' AND "ledger_entries"."cents" <> 0),
	CONSTRAINT "ledger_entries_franchise" CHECK("ledger_entries"."franchise_id" IS NOT NULL OR NOT ("ledger_entries"."account" = 'franchise_payable' OR "ledger_entries"."account" = 'franchise_receivable'))
);
--> statement-breakpoint
CREATE INDEX `ledger_entries_by_account` ON `ledger_entries` (`account`,`at`,`kind`,`franchise_id`,`cents`);--> statement-breakpoint
CREATE INDEX `ledger_entries_by_franchise` ON `ledger_entries` (`franchise_id`,`account`,`at`,`kind`,`cents`);--> statement-breakpoint
CREATE TABLE `ledger_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`payments` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	`refund_cents` integer NOT NULL,
	`tax_cents` integer NOT NULL,
	`franchise_cents` integer NOT NULL,
	`hq_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	PRIMARY KEY(`chunk`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `ledger_transactions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`about` text NOT NULL,
	`kind` text NOT NULL,
	`job_id` text,
	`franchise_id` text,
	`at` integer NOT NULL,
	`memo` text,
	`lines` text NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	CONSTRAINT "ledger_transactions_lines" CHECK(json_valid("ledger_transactions"."lines") AND json_type("ledger_transactions"."lines") = 'array')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ledger_transactions_about_unique` ON `ledger_transactions` (`about`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_by_kind` ON `ledger_transactions` (`kind`,`at`);--> statement-breakpoint
CREATE INDEX `ledger_transactions_by_job` ON `ledger_transactions` (`job_id`) WHERE "ledger_transactions"."job_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ledger_type_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`service_id` text NOT NULL,
	`payments` integer NOT NULL,
	`revenue_cents` integer NOT NULL,
	`refund_cents` integer NOT NULL,
	PRIMARY KEY(`chunk`, `service_id`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `lookups` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`answer` text NOT NULL,
	`stored_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `lookups_by_key` ON `lookups` (`kind`,`key`);--> statement-breakpoint
CREATE INDEX `lookups_by_age` ON `lookups` (`kind`,`stored_at`);--> statement-breakpoint
CREATE TABLE `maintenance_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` text NOT NULL,
	`customer_name` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_phone` text,
	`service_type` text NOT NULL,
	`address` text NOT NULL,
	`interval_months` integer NOT NULL,
	`preferred_start` text,
	`gutter_length` real,
	`stories` real,
	`notes` text,
	`price_cents` integer,
	`status` text DEFAULT 'requested' NOT NULL,
	`template_id` text,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customers`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`template_id`) REFERENCES `job_templates`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "maintenance_plans_status" CHECK(("maintenance_plans"."status" = 'requested' OR "maintenance_plans"."status" = 'active' OR "maintenance_plans"."status" = 'paused' OR "maintenance_plans"."status" = 'ended')),
	CONSTRAINT "maintenance_plans_interval" CHECK("maintenance_plans"."interval_months" BETWEEN 1 AND 24),
	CONSTRAINT "maintenance_plans_priced" CHECK(("maintenance_plans"."status" = 'requested' OR "maintenance_plans"."status" = 'ended') OR "maintenance_plans"."price_cents" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `maintenance_plans_template_id_unique` ON `maintenance_plans` (`template_id`);--> statement-breakpoint
CREATE INDEX `maintenance_plans_by_customer` ON `maintenance_plans` (`customer_id`);--> statement-breakpoint
CREATE TABLE `opt_outs` (
	`channel` text NOT NULL,
	`address` text NOT NULL,
	`source` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`channel`, `address`)
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`about` text NOT NULL,
	`channel` text NOT NULL,
	`template` text NOT NULL,
	`recipient` text NOT NULL,
	`data` text NOT NULL,
	`franchise_id` text,
	`job_id` text,
	`campaign_id` text,
	`state` text DEFAULT 'queued' NOT NULL,
	`rank` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`provider` text,
	`provider_message_id` text,
	`last_error` text,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	CONSTRAINT "outbox_state" CHECK(("outbox"."state" = 'queued' OR "outbox"."state" = 'sending' OR "outbox"."state" = 'sent' OR "outbox"."state" = 'dead' OR "outbox"."state" = 'unknown' OR "outbox"."state" = 'cancelled')),
	CONSTRAINT "outbox_channel" CHECK(("outbox"."channel" = 'email' OR "outbox"."channel" = 'sms'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_about_unique` ON `outbox` (`about`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`channel`,`rank`,`due_at`) WHERE "outbox"."state" = 'queued';--> statement-breakpoint
CREATE INDEX `outbox_leased` ON `outbox` (`lease_until`) WHERE "outbox"."state" = 'sending';--> statement-breakpoint
CREATE INDEX `outbox_troubled` ON `outbox` (`state`,`id`) WHERE "outbox"."state" <> 'queued' AND "outbox"."state" <> 'sending' AND "outbox"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX `outbox_by_template` ON `outbox` (`template`,`id`) WHERE "outbox"."template" <> 'booked';--> statement-breakpoint
CREATE INDEX `outbox_texts` ON `outbox` (`id`) WHERE "outbox"."channel" = 'sms';--> statement-breakpoint
CREATE INDEX `outbox_by_recipient` ON `outbox` (`recipient`) WHERE "outbox"."job_id" IS NULL;--> statement-breakpoint
CREATE INDEX `outbox_by_job` ON `outbox` (`job_id`) WHERE "outbox"."job_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_by_campaign` ON `outbox` (`campaign_id`,`state`) WHERE "outbox"."campaign_id" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `outbox_files` (
	`message_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`bytes` blob NOT NULL,
	PRIMARY KEY(`message_id`, `name`),
	FOREIGN KEY (`message_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`job_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`pays` integer DEFAULT false NOT NULL,
	`amount_cents` integer NOT NULL,
	`captured_cents` integer DEFAULT 0 NOT NULL,
	`refunded_cents` integer DEFAULT 0 NOT NULL,
	`fee_cents` integer,
	`tax_cents` integer DEFAULT 0 NOT NULL,
	`franchise_id` text,
	`franchise_cents` integer DEFAULT 0 NOT NULL,
	`disputed` integer DEFAULT false NOT NULL,
	`paid_at` integer,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "payments_kind" CHECK(("payments"."kind" = 'payment' OR "payments"."kind" = 'setup')),
	CONSTRAINT "payments_status" CHECK(("payments"."status" = 'open' OR "payments"."status" = 'processing' OR "payments"."status" = 'authorised' OR "payments"."status" = 'failed' OR "payments"."status" = 'succeeded' OR "payments"."status" = 'cancelled')),
	CONSTRAINT "payments_amounts" CHECK("payments"."amount_cents" >= 0 AND "payments"."refunded_cents" BETWEEN 0 AND "payments"."captured_cents"
        AND "payments"."tax_cents" >= 0 AND "payments"."franchise_cents" >= 0
        AND "payments"."tax_cents" + "payments"."franchise_cents" <= "payments"."captured_cents")
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_one_pays` ON `payments` (`job_id`) WHERE "payments"."pays";--> statement-breakpoint
CREATE INDEX `payments_by_job` ON `payments` (`job_id`);--> statement-breakpoint
CREATE INDEX `payments_without_fee` ON `payments` (`paid_at`) WHERE "payments"."fee_cents" IS NULL AND "payments"."status" = 'succeeded';--> statement-breakpoint
CREATE TABLE `promo_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`franchise_id` text,
	`valid_from` integer,
	`valid_until` integer,
	`max_uses` integer,
	`uses` integer DEFAULT 0 NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "promo_codes_kind" CHECK(("promo_codes"."kind" = 'percent' OR "promo_codes"."kind" = 'amount')),
	CONSTRAINT "promo_codes_value" CHECK("promo_codes"."value" > 0 AND ("promo_codes"."kind" = 'amount' OR "promo_codes"."value" <= 10000)),
	CONSTRAINT "promo_codes_uses" CHECK("promo_codes"."uses" >= 0 AND ("promo_codes"."max_uses" IS NULL OR "promo_codes"."uses" <= "promo_codes"."max_uses"))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `promo_codes_code_unique` ON `promo_codes` (`code`);--> statement-breakpoint
CREATE TABLE `rate_hits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`window` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_hits_by_window` ON `rate_hits` (`window`,`at`);--> statement-breakpoint
CREATE INDEX `rate_hits_by_age` ON `rate_hits` (`at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`job_id` text NOT NULL,
	`cents` integer NOT NULL,
	`cause` text NOT NULL,
	`actor` text NOT NULL,
	`reason` text,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`processor_id` text,
	`refusal` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "refunds_cents" CHECK("refunds"."cents" > 0),
	CONSTRAINT "refunds_cause" CHECK(("refunds"."cause" = 'cancel' OR "refunds"."cause" = 'late' OR "refunds"."cause" = 'duplicate' OR "refunds"."cause" = 'hq' OR "refunds"."cause" = 'outside')),
	CONSTRAINT "refunds_state" CHECK(("refunds"."state" = 'intended' OR "refunds"."state" = 'done' OR "refunds"."state" = 'refused')),
	CONSTRAINT "refunds_done" CHECK("refunds"."state" <> 'done' OR "refunds"."processor_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_processor_id_unique` ON `refunds` (`processor_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_one_by_itself` ON `refunds` (`payment_id`) WHERE "refunds"."cause" IN ('cancel', 'late', 'duplicate') AND "refunds"."state" <> 'refused';--> statement-breakpoint
CREATE INDEX `refunds_by_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_by_job` ON `refunds` (`job_id`);--> statement-breakpoint
CREATE INDEX `refunds_open` ON `refunds` (`created_at`) WHERE "refunds"."state" = 'intended';--> statement-breakpoint
CREATE TABLE `service_types` (
	`id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`base_minutes` integer,
	`minutes_per_foot_story` real DEFAULT 0 NOT NULL,
	`buffer_minutes` integer DEFAULT 0 NOT NULL,
	`skills` text DEFAULT '[]' NOT NULL,
	`list_price_cents` integer,
	`active` integer DEFAULT true NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "service_types_durations" CHECK("service_types"."base_minutes" IS NULL OR "service_types"."base_minutes" BETWEEN 1 AND 1440),
	CONSTRAINT "service_types_buffer" CHECK("service_types"."buffer_minutes" BETWEEN 0 AND 480)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `service_types_one_per_label` ON `service_types` (lower("label"));--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `summed_chunks` (
	`source` text NOT NULL,
	`chunk` integer NOT NULL,
	`time_zone` text NOT NULL,
	`totals` text NOT NULL,
	PRIMARY KEY(`source`, `chunk`)
) WITHOUT ROWID;
--> statement-breakpoint
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
	CONSTRAINT "task_runs_state" CHECK(("task_runs"."state" = 'running' OR "task_runs"."state" = 'done' OR "task_runs"."state" = 'failed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_runs_one_at_a_time` ON `task_runs` (`task`) WHERE "task_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX `task_runs_latest` ON `task_runs` (`task`,`id`);--> statement-breakpoint
CREATE INDEX `task_runs_by_age` ON `task_runs` (`started_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `task_runs_one_per_slot` ON `task_runs` (`task`,`slot`);--> statement-breakpoint
CREATE TABLE `transfer_reversals` (
	`id` text PRIMARY KEY NOT NULL,
	`transfer_id` text NOT NULL,
	`refund_id` text,
	`cents` integer NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`processor_id` text,
	`refusal` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`transfer_id`) REFERENCES `transfers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`refund_id`) REFERENCES `refunds`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "transfer_reversals_cents" CHECK("transfer_reversals"."cents" > 0),
	CONSTRAINT "transfer_reversals_state" CHECK(("transfer_reversals"."state" = 'intended' OR "transfer_reversals"."state" = 'done' OR "transfer_reversals"."state" = 'receivable' OR "transfer_reversals"."state" = 'void')),
	CONSTRAINT "transfer_reversals_done" CHECK("transfer_reversals"."state" <> 'done' OR "transfer_reversals"."processor_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_reversals_processor_id_unique` ON `transfer_reversals` (`processor_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfer_reversals_one_per_refund` ON `transfer_reversals` (`transfer_id`,`refund_id`);--> statement-breakpoint
CREATE INDEX `transfer_reversals_open` ON `transfer_reversals` (`created_at`) WHERE "transfer_reversals"."state" = 'intended';--> statement-breakpoint
CREATE TABLE `transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`franchise_id` text NOT NULL,
	`job_id` text NOT NULL,
	`cents` integer NOT NULL,
	`reversed_cents` integer DEFAULT 0 NOT NULL,
	`state` text NOT NULL,
	`account_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`processor_id` text,
	`refusal` text,
	`done_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "transfers_amounts" CHECK("transfers"."cents" >= 0 AND "transfers"."reversed_cents" BETWEEN 0 AND "transfers"."cents"),
	CONSTRAINT "transfers_state" CHECK(("transfers"."state" = 'pending' OR "transfers"."state" = 'intended' OR "transfers"."state" = 'done' OR "transfers"."state" = 'refused' OR "transfers"."state" = 'void')),
	CONSTRAINT "transfers_done" CHECK("transfers"."state" <> 'done' OR "transfers"."processor_id" IS NOT NULL),
	CONSTRAINT "transfers_account" CHECK(NOT ("transfers"."state" = 'intended' OR "transfers"."state" = 'done') OR "transfers"."account_id" IS NOT NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_processor_id_unique` ON `transfers` (`processor_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `transfers_one_per_payment` ON `transfers` (`payment_id`,`franchise_id`);--> statement-breakpoint
CREATE INDEX `transfers_by_franchise` ON `transfers` (`franchise_id`,`id`);--> statement-breakpoint
CREATE INDEX `transfers_open` ON `transfers` (`state`,`created_at`) WHERE "transfers"."state" IN ('pending', 'intended');--> statement-breakpoint
CREATE TABLE `verification_codes` (
	`email_hash` text PRIMARY KEY NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_codes_by_age` ON `verification_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `visit_sums` (
	`chunk` integer NOT NULL,
	`day` integer NOT NULL,
	`franchise_id` text NOT NULL,
	`visits` integer NOT NULL,
	`completed` integer NOT NULL,
	`no_show` integer NOT NULL,
	`minutes` integer NOT NULL,
	`started` integer NOT NULL,
	`on_time` integer NOT NULL,
	PRIMARY KEY(`chunk`, `day`, `franchise_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `vitals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`metric` text NOT NULL,
	`value` real NOT NULL,
	`page` text NOT NULL,
	`measurement_id` text,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `vitals_by_age` ON `vitals` (`received_at`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`type` text NOT NULL,
	`payload` text NOT NULL,
	`source` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer,
	`last_error` text,
	`received_at` integer NOT NULL,
	`done_at` integer,
	CONSTRAINT "webhook_events_state" CHECK(("webhook_events"."state" = 'queued' OR "webhook_events"."state" = 'processing' OR "webhook_events"."state" = 'done' OR "webhook_events"."state" = 'dead'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_events_id_unique` ON `webhook_events` (`id`);--> statement-breakpoint
CREATE INDEX `webhook_events_due` ON `webhook_events` (`due_at`) WHERE "webhook_events"."state" = 'queued';--> statement-breakpoint
CREATE INDEX `webhook_events_leased` ON `webhook_events` (`lease_until`) WHERE "webhook_events"."state" = 'processing';--> statement-breakpoint
CREATE INDEX `webhook_events_dead` ON `webhook_events` (`seq`) WHERE "webhook_events"."state" = 'dead';--> statement-breakpoint
CREATE TABLE `worker_locations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`worker_id` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`accuracy` real,
	`heading` real,
	`speed` real,
	`reliable` integer DEFAULT true NOT NULL,
	`recorded_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `worker_locations_latest` ON `worker_locations` (`worker_id`,`reliable`,`recorded_at`);--> statement-breakpoint
CREATE INDEX `worker_locations_by_age` ON `worker_locations` (`recorded_at`);--> statement-breakpoint
CREATE TABLE `worker_shifts` (
	`id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`weekday` integer NOT NULL,
	`start_minute` integer NOT NULL,
	`end_minute` integer NOT NULL,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "worker_shifts_weekday" CHECK("worker_shifts"."weekday" BETWEEN 1 AND 7),
	CONSTRAINT "worker_shifts_hours" CHECK("worker_shifts"."start_minute" >= 0 AND "worker_shifts"."start_minute" < "worker_shifts"."end_minute" AND "worker_shifts"."end_minute" <= 1440)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `worker_shifts_one_per_start` ON `worker_shifts` (`worker_id`,`weekday`,`start_minute`);--> statement-breakpoint
CREATE TABLE `worker_time_off` (
	`id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`starts_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "worker_time_off_order" CHECK("worker_time_off"."starts_at" < "worker_time_off"."ends_at")
);
--> statement-breakpoint
CREATE INDEX `worker_time_off_by_worker` ON `worker_time_off` (`worker_id`,`starts_at`);--> statement-breakpoint
CREATE TABLE `worker_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `worker_tokens_by_worker` ON `worker_tokens` (`worker_id`,`id`);--> statement-breakpoint
CREATE TABLE `workers` (
	`id` text PRIMARY KEY NOT NULL,
	`franchise_id` text,
	`name` text NOT NULL,
	`email` text,
	`phone` text,
	`skills` text DEFAULT '[]' NOT NULL,
	`home_address` text,
	`home_lat` real,
	`home_lng` real,
	`max_jobs_per_day` integer,
	`max_minutes_per_day` integer,
	`active` integer DEFAULT true NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `workers_by_franchise` ON `workers` (`franchise_id`,`name`);--> statement-breakpoint
CREATE INDEX `workers_by_name` ON `workers` (`name`);